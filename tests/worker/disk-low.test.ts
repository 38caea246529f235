import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Mail } from '#db/entities/mail.ts';
import { mailDiskLow } from '#worker/mail/operator-mails.ts';
import { openAdminSite, signedIn } from '../support/admin-site.ts';
import { createUser } from '../support/factory.ts';
import type { SmallBrowser } from '../support/small-browser.ts';
import { openEmptyApi, type TestApi } from '../support/test-api.ts';

const LETTERHEAD = {
  siteUrl: 'http://localhost:4321',
  mailFrom: 'a@example.com',
  hasWebhook: true,
};

/* Health, metrics, the overview and a mail report a disk that is nearly full. */
let dataDir: string;
let api: TestApi;
let browser: SmallBrowser;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'priceroo-disk-'));
  api = await openEmptyApi({ DATA_DIR: dataDir });
  const operator = { email: 'boss@example.com', role: 'operator', emailVerified: true } as const;
  await createUser(api.services.em(), operator);
  browser = await signedIn(await openAdminSite(api));
});

afterAll(async () => {
  await api?.close();
  rmSync(dataDir, { recursive: true });
});

async function told() {
  await mailDiskLow(api.services.em(), dataDir, LETTERHEAD);
  const mails = await api.services.em().find(Mail, { kind: 'disk-low' });
  const health = await api.call('GET', '/health');
  const request = new Request('http://localhost:4321/metrics');
  const metrics = await (await api.api(request, { remoteAddress: '127.0.0.1' })).text();
  const overview = await (await browser.get('/admin')).text();
  return {
    recipients: mails.map(({ recipient }) => recipient).toSorted(),
    isFault: (health.body['data'] as { faults: string[] }).faults.includes('disk-low'),
    free: Number(/^priceroo_disk_free_bytes (\d+)/m.exec(metrics)?.[1]),
    isOnOverview: overview.includes('The disk is nearly full'),
  };
}

test('a disk with room is no news; one that is nearly full is reported everywhere, once a day by mail', async () => {
  const before = await told();
  expect(before).toMatchObject({ recipients: [], isFault: false, isOnOverview: false });
  expect(before.free).toBeGreaterThan(0);
  // A file system without any space in place of the database's disk.
  mkdirSync(join(dataDir, 'postgres'));
  writeFileSync(join(dataDir, 'postgres', 'elsewhere'), '/proc\n');
  const after = { recipients: expect.any(Array), isFault: true, free: 0, isOnOverview: true };
  const first = await told();
  expect(first).toEqual(after);
  expect(first.recipients).toContain('boss@example.com');
  expect(first.recipients).toContain('webhook');
  expect((await told()).recipients).toEqual(first.recipients);
});
