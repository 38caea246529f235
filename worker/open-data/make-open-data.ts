/*
 * Open data: a file of price changes for each finished day, made once and served many times.
 *   changesADay finds days without a file, and days whose file is outdated by a late reading or an undone run
 *   → changesOfDay → lines → gzip → chunks of a megabyte → rows (db/queries/open-data/files.ts)
 * Memory use stays at a few megabytes, whatever the size of the day.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { EntityManager } from '@mikro-orm/postgresql';
import { createDatabaseClock } from '#db/database-clock.ts';
import {
  changesADay,
  changesOfDay,
  dropOpenDataBefore,
  openDataFiles,
  storeOpenDataFile,
} from '#db/queries/open-data/files.ts';
import { dayOf } from '#domain/calendar.ts';
import {
  OPEN_DATA_FORMATS,
  type OpenDataFormat,
  openDataHead,
  openDataLine,
} from '#domain/open-data/change-file.ts';
import { HOUR_MS } from '#domain/time.ts';

/** Days for which files are kept. */
const DAYS = 30;
/** A day counts as finished this long after its end, when late readings have arrived. */
const SETTLES_MS = HOUR_MS;
const PIECE_BYTES = 1024 ** 2;

/** Makes missing and outdated files and deletes old ones. Returns the number made. */
export async function makeOpenData(em: EntityManager, signal: AbortSignal): Promise<number> {
  const clock = createDatabaseClock();
  await clock.set(em);
  const today = dayOf(clock.now().getTime() - SETTLES_MS);
  const first = today - DAYS;
  await dropOpenDataBefore(em, first);
  const wanted = await changesADay(em, first, today);
  const known = new Map(
    (await openDataFiles(em)).map(({ day, format, changes }) => [`${day} ${format}`, changes]),
  );
  let made = 0;
  for (const [day, changes] of wanted) {
    for (const format of OPEN_DATA_FORMATS) {
      if (signal.aborted) return made;
      if (known.get(`${day} ${format}`) === changes) continue;
      await makeFile(em.fork(), day, format);
      made += 1;
    }
  }
  return made;
}

async function makeFile(em: EntityManager, day: number, format: OpenDataFormat): Promise<void> {
  const hash = createHash('sha256');
  let changes = 0;
  let bytes = 0;
  async function* lines() {
    yield openDataHead(format);
    for await (const change of changesOfDay(em, day)) {
      changes += 1;
      yield openDataLine(format, change);
    }
  }
  async function* pieces() {
    let waiting: Buffer[] = [];
    let length = 0;
    for await (const chunk of Readable.from(lines()).compose(
      createGzip(),
    ) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      waiting.push(chunk);
      length += chunk.length;
      if (length < PIECE_BYTES) continue;
      yield Buffer.concat(waiting);
      bytes += length;
      waiting = [];
      length = 0;
    }
    bytes += length;
    if (length > 0) yield Buffer.concat(waiting);
  }
  const figures = () => ({ changes, bytes, sha256: hash.digest('hex') });
  await storeOpenDataFile(em, { day, format, pieces: pieces(), figures });
}
