import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createMigratedDatabase,
  createTestDatabase,
  type TestDatabase,
} from '../../tests/support/database.ts';
import { createPage, createRetailer } from '../../tests/support/factory.ts';
import { Mail } from '../entities/mail.ts';
import { WorkerProcess } from '../entities/operations.ts';
import { KeptPage, Page } from '../entities/page.ts';
import { Picture } from '../entities/picture.ts';
import { migrationState } from '../migrate.ts';
import { openOrm } from '../orm.ts';
import { readBackup } from './read-backup.ts';
import { lastBackup, writeBackup } from './write-backup.ts';

let source: TestDatabase;
let target: TestDatabase;
let takenAt: string;
const folder = mkdtempSync(join(tmpdir(), 'backup-'));
const file = join(folder, 'all.backup');

beforeAll(async () => {
  source = await createMigratedDatabase();
  target = await createTestDatabase();
  const orm = await openOrm(source.url);
  const em = orm.em.fork();
  const retailer = await createRetailer(em, {
    slug: 'shop',
    description: "Tab\t, 'quote', \\ and ü\n",
  });
  for (let number = 0; number < 1_200; number += 1) {
    await createPage(em, { retailer: retailer.id, url: `https://shop.example/p/${number}` });
  }
  const { id: page } = await em.findOneOrFail(Page, { url: 'https://shop.example/p/1' });
  const times = { fetchedAt: new Date(), expiresAt: new Date() };
  const body = Buffer.from('shop.example');
  em.create(KeptPage, { page, url: '', contentType: '', reading: {}, body, ...times });
  em.create(Picture, {
    hash: 'a'.repeat(32),
    width: 320,
    bytes: Buffer.from([0, 255, 10, 9]),
  });
  const mail = { kind: 'alert', recipient: 'a@example.com', subject: 's', text: 't', html: 'h' };
  em.create(Mail, { ...mail, key: 'waits' });
  em.create(Mail, { ...mail, key: 'is-sent', state: 'sent', sentAt: new Date() });
  em.create(WorkerProcess, { name: 'machine:1', lanes: ['clock'] });
  await em.flush();
  await orm.close();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await source.drop();
  await target.drop();
});

/** The definitions of a database: columns, constraints, indexes and triggers. */
async function definitions(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(`
    select indexdef as text from pg_indexes where schemaname = 'public'
    union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace
    union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
    order by 1`);
  await client.end();
  return rows.map(({ text }) => text);
}

/** Rows and a checksum of each table. */
async function figures(url: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows: tables } = await client.query(
    `select tablename from pg_tables where schemaname = 'public' and tablename <> 'mikro_orm_migrations'`,
  );
  const all: Record<string, string> = {};
  for (const { tablename } of tables) {
    const { rows } = await client.query(
      `select count(*) || ' ' || coalesce(md5(string_agg(each::text, ',' order by each::text)), '') as sum from ${tablename} as each`,
    );
    all[tablename] = rows[0].sum;
  }
  await client.end();
  return all;
}

test('restores every row but kept pages, and holds back unsent mails', async () => {
  const before = await figures(source.url);
  const steps: number[] = [];
  const { rows, at } = await writeBackup(source.url, file, (done) => steps.push(done));
  takenAt = at;
  expect(rows['page']).toBe(1_200);
  expect(steps.at(-1)).toBe(Object.values(rows).reduce((sum, each) => sum + each));
  expect(statSync(file).mode & 0o777).toBe(0o600);

  const checked: number[] = [];
  const inserted: number[] = [];
  const options = {
    onChecked: (done: number) => checked.push(done),
    onInserted: (done: number) => inserted.push(done),
  };
  expect((await readBackup(target.url, file, options)).mailsHeldBack).toBe(1);
  const { size } = statSync(file);
  expect([checked.at(-1), inserted.at(-1)]).toEqual([size, size]);
  const { mail: restoredMail, ...restored } = await figures(target.url);
  const { mail, worker_process: _worker, backup_stamp: _none, ...others } = before;
  expect(restored).toMatchObject({ ...others, kept_page: '0 ' });
  expect(restoredMail?.split(' ')[0]).toBe(mail?.split(' ')[0]);
  expect(await migrationState(target.url)).toEqual({ pending: [], unknown: [] });
  expect(await definitions(target.url)).toEqual(await definitions(source.url));
  const orm = await openOrm(target.url);
  const mails = await orm.em.fork().find(Mail, {}, { orderBy: { key: 'asc' } });
  expect(mails.map(({ key, state }) => `${key} ${state}`)).toEqual([
    'is-sent sent',
    'waits failed',
  ]);
  expect(await orm.em.fork().count(WorkerProcess)).toBe(0);
  await orm.close();
});

test('a restored database knows the backup that it came from', async () => {
  expect(await lastBackup(target.url)).toEqual(new Date(takenAt));
});

test('replaces existing rows only on request, and never under a running site', async () => {
  await expect(readBackup(target.url, file)).rejects.toThrow('--replace');
  // Known without reading the file to its end, which takes a while.
  const cut = join(folder, 'begins.gz');
  writeFileSync(cut, readFileSync(file).subarray(0, -200));
  await expect(readBackup(target.url, cut)).rejects.toThrow('--replace');
  const client = new pg.Client({ connectionString: target.url });
  await client.connect();
  const replaced = () => readBackup(target.url, file, { replace: true });
  await expect(replaced()).rejects.toThrow('stop site and workers first');
  await client.end();
  // The stamp of a backup is written once the file is complete.
  const {
    mail: _,
    backup_stamp: _stamp,
    worker_process: _worker,
    kept_page: _kept,
    ...before
  } = await figures(source.url);
  expect(await replaced()).toMatchObject({ mailsHeldBack: 1 });
  expect(await figures(target.url)).toMatchObject(before);
});

test('restores nothing from an incomplete file, another file or a later release', async () => {
  const text = gunzipSync(readFileSync(file)).toString();
  const write = (name: string, content: Buffer) => {
    writeFileSync(join(folder, name), content);
    return readBackup(target.url, join(folder, name), { replace: true });
  };
  const before = await figures(target.url);
  await expect(write('page.html', Buffer.from('<html>'))).rejects.toThrow('is not a Priceroo');
  await expect(write('other.gz', gzipSync('{"a":1}\n'))).rejects.toThrow('is not a Priceroo');
  const former = gzipSync('{"priceroo":1,"rows":{}}\nend\n');
  await expect(write('former.gz', former)).rejects.toThrow('the sources that wrote it');
  const cut = readFileSync(file).subarray(0, -200);
  await expect(write('cut.gz', cut)).rejects.toThrow('cut.gz is cut short.');
  const later = text.replace('"migrations":["', '"migrations":["Migration99990101000000_later","');
  await expect(write('later.gz', gzipSync(later))).rejects.toThrow('from a later release');
  const rowless = text.replace(/(?<=\n).*\n(?=end\n$)/, '');
  for (const [name, short] of Object.entries({ endless: text.replace(/end\n$/, ''), rowless })) {
    await expect(write(`${name}.gz`, gzipSync(short))).rejects.toThrow('cut short');
  }
  expect(await figures(target.url)).toEqual(before);
});

test('a restore that ends half-way leaves no rows, and runs again', async () => {
  const text = gunzipSync(readFileSync(file)).toString();
  const twice = join(folder, 'twice.gz');
  writeFileSync(
    twice,
    gzipSync(text.replace('https://shop.example/p/1\t', 'https://shop.example/p/2\t')),
  );
  await expect(readBackup(target.url, twice, { replace: true })).rejects.toThrow('unique');
  const left = Object.entries(await figures(target.url)).filter(([, rows]) => rows !== '0 ');
  expect(left).toEqual([]);
  await readBackup(target.url, file, { replace: true });
  expect((await figures(target.url))['page']).toMatch(/^1200 /);
  expect(await definitions(target.url)).toEqual(await definitions(source.url));
});
