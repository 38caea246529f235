import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBackup } from '#db/backup/read-backup.ts';
import { lastBackup, writeBackup } from '#db/backup/write-backup.ts';
import { openOrm } from '#db/orm.ts';
import { backupAgeS, claimBackup } from '#db/queries/operators/backups.ts';
import { makeBackup } from '#worker/make-backup.ts';
import {
  createMigratedDatabase,
  createTestDatabase,
  type TestDatabase,
} from '../support/database.ts';
import { daysAgo } from '../support/factory.ts';

let database: TestDatabase;
let orm: MikroORM;
let dataDir: string;
const em = () => orm.em.fork();
const files = () => readdirSync(join(dataDir, 'backups')).toSorted();
const make = (everyHours = 24, keep = 2) =>
  makeBackup(em(), { databaseUrl: database.url, dataDir, backup: { everyHours, keep } });
/** Makes the last backup and its claim two days older. */
const age = () =>
  em().execute(
    `update backup_stamp set since = since - interval '2 days', begun_at = begun_at - interval '2 days', done_at = done_at - interval '2 days'`,
  );

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'priceroo-make-backup-'));
  database = await createMigratedDatabase();
  orm = await openOrm(database.url);
});

afterAll(async () => {
  await orm.close();
  await database.drop();
  rmSync(dataDir, { recursive: true });
});

test('is off by default, and then has no age', async () => {
  expect(await make(0)).toBeNull();
  expect(await backupAgeS(em())).toBeNull();
  expect(await lastBackup(database.url)).toBeNull();
});

test('writes one backup although several workers are asked, and the next when it is due', async () => {
  const made = await Promise.all([make(), make(), make()]);
  const [file = ''] = made.filter((each) => each !== null);
  expect(made.filter((each) => each === null)).toHaveLength(2);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await backupAgeS(em())).toBeLessThan(600);
  expect(await make()).toBeNull();
  await age();
  expect(await backupAgeS(em())).toBeGreaterThan(86_400);
  expect(await make()).not.toBeNull();
  expect(await lastBackup(database.url)).toBeInstanceOf(Date);
  const copy = await createTestDatabase();
  expect((await readBackup(copy.url, file)).header.rows['backup_stamp']).toBe(1);
  await copy.drop();
});

test('keeps the newest files, and what it did not write', async () => {
  const folder = join(dataDir, 'backups');
  const mine = ['before-upgrade.backup', 'priceroo-20250101T000000Z.backup.gz'];
  const old = ['priceroo-20250101T000000Z.backup', 'priceroo-20250102T000000Z.backup.7.partial'];
  for (const name of [...mine, ...old]) writeFileSync(join(folder, name), '');
  utimesSync(join(folder, old[1] ?? ''), daysAgo(3), daysAgo(3));
  await age();
  const newest = await make(24, 1);
  expect(files().map((name) => join(folder, name))).toEqual(
    [...mine.map((name) => join(folder, name)), newest].toSorted(),
  );
});

test('a worker that died with its claim delays the next try by an hour; the age goes on', async () => {
  await age();
  expect(await claimBackup(em(), 24)).toBe(true);
  expect(await make()).toBeNull();
  expect(await backupAgeS(em())).toBeGreaterThan(86_400);
  await age();
  expect(await make()).not.toBeNull();
});

test('a backup by hand counts too', async () => {
  await age();
  await writeBackup(database.url, join(dataDir, 'by-hand.backup'));
  expect(await backupAgeS(em())).toBeLessThan(600);
  expect(await make()).toBeNull();
});
