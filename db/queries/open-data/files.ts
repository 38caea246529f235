import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { dayStart } from '#domain/calendar.ts';
import type { OpenDataFormat, PriceChange } from '#domain/open-data/change-file.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { OpenDataFile, OpenDataPart } from '../../entities/open-data.ts';
import { lockUntilCommit } from '../sql/advisory-lock.ts';
import { isSound } from '../sql/offer-conditions.ts';
import { LOWEST_ID, tables } from '../sql/tables.ts';

/** All files, the newest day first. */
export function openDataFiles(em: EntityManager) {
  return em.findAll(OpenDataFile, { orderBy: { day: 'desc', format: 'asc' } });
}

export function openDataFile(em: EntityManager, day: number, format: OpenDataFormat) {
  return em.findOne(OpenDataFile, { day, format });
}

/** Streams a file part by part. Throws when the file is replaced meanwhile: the parts sent so far belong to the old one. */
export async function* openDataBytes(
  em: EntityManager,
  { id, bytes }: { id: string; bytes: number },
): AsyncGenerator<Buffer> {
  for (let part = 0, sent = 0; sent < bytes; part += 1) {
    const found = await em.fork().findOne(OpenDataPart, { file: id, part });
    if (!found) throw new Error(`part ${part} of open data ${id} is gone`);
    sent += found.bytes.length;
    yield found.bytes;
  }
}

interface NewOpenDataFile {
  day: number;
  format: OpenDataFormat;
  /** Compressed, in pieces that fit into memory. */
  pieces: AsyncIterable<Buffer>;
  /** Known once all pieces have been read. */
  figures(): { changes: number; bytes: number; sha256: string };
}

/** Replaces the file of its day and format; readers see either the old or the new one. */
export async function storeOpenDataFile(em: EntityManager, made: NewOpenDataFile): Promise<void> {
  const { day, format, pieces, figures } = made;
  // Not repeated after a deadlock, as the pieces can be read only once; no other transaction locks these rows.
  await em.transactional(async (tx) => {
    await lockUntilCommit(tx, `open data ${day} ${format}`);
    await tx.nativeDelete(OpenDataFile, { day, format });
    const file = { day, format, changes: 0, bytes: 0, sha256: '' };
    const id = await tx.insert(OpenDataFile, file);
    let part = 0;
    for await (const bytes of pieces) {
      await tx.insert(OpenDataPart, { file: id, part, bytes });
      part += 1;
    }
    await tx.nativeUpdate(OpenDataFile, { id }, figures());
  });
}

export function dropOpenDataBefore(em: EntityManager, day: number): Promise<number> {
  return em.nativeDelete(OpenDataFile, { day: { $lt: day } });
}

const firstSlot = (day: number) => dayStart(day) / MINUTE_MS;

/** Sound points of enabled retailers between two days, `toDay` exclusive, at most POINTS_DAYS of ../offers/price-points.ts back. */
function soundPoints(em: EntityManager, fromDay: number, toDay: number) {
  return tables(em)
    .selectFrom('price_point as h')
    .innerJoin('offer as o', 'o.id', 'h.offer')
    .innerJoin('retailer as r', 'r.id', 'o.retailer')
    .where('h.slot', '>=', firstSlot(fromDay))
    .where('h.slot', '<', firstSlot(toDay))
    .where('r.status', '=', 'enabled')
    .where(sql.raw<boolean>(isSound('h')));
}

/** The number of changes by day; days without changes are absent. */
export async function changesADay(em: EntityManager, fromDay: number, toDay: number) {
  const starts = Array.from({ length: toDay - fromDay }, (_, nth) => firstSlot(fromDay + nth));
  const rows = await soundPoints(em, fromDay, toDay)
    .select(sql<number>`width_bucket(h.slot, ${starts}::int[]) + ${fromDay - 1}::int`.as('day'))
    .select(({ fn }) => fn.countAll<number>().as('changes'))
    .groupBy('day')
    .execute();
  return new Map(rows.map(({ day, changes }) => [day, changes]));
}

const AT_ONCE = 2_000;

/** Streams a day's changes in batches, by offer and time. */
export async function* changesOfDay(em: EntityManager, day: number): AsyncGenerator<PriceChange> {
  let after = { offerId: LOWEST_ID, slot: 0 };
  for (;;) {
    const rows = await soundPoints(em, day, day + 1)
      .innerJoin('product as p', 'p.id', 'o.product')
      .select(['h.slot', 'o.id as offerId', 'p.id as productId', 'p.name as product'])
      .select(['p.brand', 'p.category', 'p.gtin', 'r.slug as shop', 'h.priceCents'])
      .select(['h.originalPriceCents as claimedCents', 'h.availability', 'o.source'])
      .where(sql<boolean>`(h.offer_id, h.slot) > (${after.offerId}::uuid, ${after.slot}::int)`)
      .orderBy('h.offer')
      .orderBy('h.slot')
      .limit(AT_ONCE)
      .execute();
    for (const { slot, ...change } of rows) yield { ...change, atMs: slot * MINUTE_MS };
    const last = rows.at(-1);
    if (!last || rows.length < AT_ONCE) return;
    after = last;
  }
}
