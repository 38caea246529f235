import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { UnrecoverableError } from 'bullmq';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Ask } from '#db/entities/ask.ts';
import { Mail } from '#db/entities/mail.ts';
import { Offer } from '#db/entities/offer.ts';
import { BackupStamp } from '#db/entities/operations.ts';
import { Page } from '#db/entities/page.ts';
import { Quarantine } from '#db/entities/run.ts';
import { addMail } from '#db/queries/mails/mails.ts';
import type { Queues } from '#db/queues/open-queues.ts';
import { freePort } from '#db/runtime/free-port.ts';
import { REPO_ROOT } from '#db/runtime/repo-root.ts';
import { JOBS } from '#domain/jobs.ts';
import { createWorkerMetrics, startProbe } from '#worker/probe.ts';
import { startConsumers } from '#worker/queues/start-consumers.ts';
import {
  createOffer,
  createPage,
  createProduct,
  createRetailer,
  createRun,
  daysAgo,
  hoursFromNow,
} from '../support/factory.ts';
import { PATIENCE } from '../support/limits.ts';
import { countJobs, handlersWith, TEST_JOBS } from '../support/queue-jobs.ts';
import { openEmptyApi, type TestApi } from '../support/test-api.ts';

/*
 * Each alert rule fires when what it warns of happens, and not before: figures of a real site and worker are read before and after,
 * and Prometheus' own promtool (Debian's package prometheus) judges them, a minute between two readings.
 */
const PROMTOOL = '/usr/bin/promtool';
const RULES = join(REPO_ROOT, 'docs/monitoring/alerts.yaml');
/** The forecast of the disk asks for an hour of readings. */
const HISTORY_MINUTES = 60;
const CALM_MINUTES = 10;
/** The most patient rule waits a quarter of an hour. */
const BAD_MINUTES = 20;

/** The figures of the crawl are shared for 2 s (site/api/core/services.ts). */
const CRAWL_FIGURES_AGE_MS = 2_100;

/** Values by series. */
type Reading = Map<string, string>;

let site: TestApi;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alert-rules-'));
  site = await openEmptyApi({
    DATA_DIR: folder,
    OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
    MODEL_DOLLARS_PER_MILLION: '1,1',
    MODEL_DOLLARS_A_DAY: '1',
  });
});

afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true });
});

test.skipIf(!existsSync(PROMTOOL))('each alert rule fires when its cause is there', async () => {
  const { orm, queues, log } = site.services;
  const em = site.services.em();
  const port = await freePort(0);
  const on = { lanes: ['fetch'], host: '127.0.0.1', port };
  const worker = await startProbe({
    orm,
    queues,
    log,
    metrics: createWorkerMetrics(folder),
    ...on,
  });
  const hut = (await createRetailer(em, { slug: 'kettle-hut' })).id;
  const read = { lastOutcome: 'stored' as const, intervalMinutes: 60 };
  const times = { lastCheckedAt: new Date(), nextCheckAt: hoursFromNow(1) };
  await createPage(em, { retailer: hut, ...read, ...times });

  const kettle = await createProduct(em);
  for (let offer = 0; offer < 30; offer += 1)
    await createOffer(em, { retailer: hut, product: kettle.id, lastSeenAt: new Date() });

  const readings: Reading[] = [];
  const pass = async (minutes: number) => {
    for (let minute = 0; minute < minutes; minute += 1) {
      const address = `203.0.113.${readings.length}`;
      await site.call('GET', '/search/suggestions?q=kettle', { address });
      readings.push(await scrape(port));
    }
  };
  await pass(CALM_MINUTES);
  // An hour goes by without a change.
  readings.unshift(...Array<Reading>(HISTORY_MINUTES).fill(readings[0] ?? new Map()));
  await worker.close();
  sites.second = 0;
  await em.nativeUpdate(Offer, {}, { lastSeenAt: daysAgo(2) });
  await failJobs(queues, 30);
  const productIds = [kettle.id];
  await queues.addMany(JOBS.score, Array(1_001).fill({ productIds }));
  await em.nativeUpdate(Page, {}, { lastCheckedAt: daysAgo(2), nextCheckAt: daysAgo(1) });
  const barn = (await createRetailer(em, { slug: 'pot-barn' })).id;
  for (let copy = 0; copy < 3; copy += 1)
    await createOffer(em, {
      retailer: barn,
      product: kettle.id,
      sku: 'K1',
      lastSeenAt: new Date(),
    });
  const run = (await createRun(em, { retailer: barn, status: 'quarantined' })).id;
  const since = { beganAt: hoursFromNow(-5), nextProbeAt: hoursFromNow(1) };
  const judged = { kind: 'moved' as const, judged: 10, bad: 10 };
  await em.insert(Quarantine, { run, retailer: barn, ...judged, ...since });
  await em.insert(BackupStamp, {
    id: 1,
    since: daysAgo(4),
    begunAt: daysAgo(1),
    doneAt: daysAgo(3),
  });
  await em.insert(Ask, { kind: 'score', key: '', input: {}, model: 'test', tokensIn: 900_000 });
  const text = { subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };
  for (let mail = 0; mail < 10; mail += 1) {
    await addMail(em, { key: `test:${mail}`, kind: 'test', recipient: 'a@example.com', text });
  }
  await em.nativeUpdate(Mail, {}, { state: 'failed' });
  // A file system without any space in place of the database's disk.
  disk.clear();
  await mkdir(join(folder, 'postgres'));
  await writeFile(join(folder, 'postgres', 'elsewhere'), '/proc\n');
  await em.execute('alter table search_product rename to away');
  await delay(CRAWL_FIGURES_AGE_MS);
  await pass(BAD_MINUTES);

  const atFirst = readings.length - 1;
  await em.execute('alter table retailer rename to retailer_away');
  await em.execute('alter schema bullmq rename to bullmq_away');
  await pass(4);

  const rules = await readFile(RULES, 'utf8');
  const names = Array.from(rules.matchAll(/- alert: (\w+)/g), ([, name = '']) => name);
  expect(names.length).toBeGreaterThan(5);
  const calm = HISTORY_MINUTES + CALM_MINUTES - 1;
  expect(await firing(readings, calm, names)).toEqual([]);
  const stores = ['PricerooDatabaseDown', 'PricerooQueueDown'];
  const others = names.filter((name) => !stores.includes(name));
  expect(await firing(readings, atFirst, names)).toEqual(others);
  expect(await firing(readings, readings.length - 1, stores)).toEqual(stores);
});

/** The first figures of this machine's disk, which others fill and empty meanwhile. */
const disk: Reading = new Map();

/** Whether a second site answers, which has no figures of its own. */
const sites = { second: 1 };

/** Runs jobs of the `fetch` lane that all fail. */
async function failJobs(queues: Queues, jobs: number): Promise<void> {
  const plain = async () => {
    throw new UnrecoverableError('a fault of this test');
  };
  const options = { concurrency: 10, lanes: ['fetch' as const] };
  const consumers = await startConsumers(queues, TEST_JOBS, handlersWith({ plain }), options);
  await queues.addMany(TEST_JOBS.plain, Array(jobs).fill({ key: 'a' }));
  await expect.poll(async () => (await countJobs(queues, 'fetch')).failed, PATIENCE).toBe(jobs);
  await consumers.close();
}

/** What Prometheus would read now: the figures of the site, those of the worker while it answers, and whether it does. */
async function scrape(port: number): Promise<Reading> {
  const request = new Request('http://localhost:4321/metrics');
  const ofSite = await (await site.api(request, { remoteAddress: '127.0.0.1' })).text();
  const ofWorker = await fetch(`http://127.0.0.1:${port}/metrics`).then(
    (answer) => answer.text(),
    () => null,
  );
  const lines = ofSite.matchAll(/^((?:priceroo|http|bullmq)_\w+(?:\{.*\})?) (\S+)$/gm);
  const ownFigures = Array.from(lines, ([, series = '', value = '']) => [series, value] as const);
  for (const [series, value] of ownFigures)
    if (series.startsWith('priceroo_disk_') && !disk.has(series)) disk.set(series, value);
  return new Map([
    ...ownFigures,
    ...disk,
    ['up{job="priceroo-site",instance="one"}', '1'],
    ['up{job="priceroo-site",instance="two"}', String(sites.second)],
    ['up{job="priceroo-worker"}', ofWorker === null ? '0' : '1'],
  ]);
}

/** Which of the rules fire at `minute`, by Prometheus' own reckoning. */
async function firing(readings: readonly Reading[], minute: number, names: readonly string[]) {
  const all = new Set(readings.flatMap((reading) => [...reading.keys()]));
  const series = Array.from(all, (name) => ({
    series: name,
    values: readings.map((reading) => reading.get(name) ?? '_').join(' '),
  }));
  // JSON is YAML. No alert is expected: a rule's test fails where it fires.
  const expected = { eval_time: `${minute}m`, exp_alerts: [] };
  const suite = {
    rule_files: [RULES],
    evaluation_interval: '1m',
    tests: [
      {
        interval: '1m',
        input_series: series,
        alert_rule_test: names.map((alertname) => ({ ...expected, alertname })),
      },
    ],
  };
  const file = join(folder, 'rules-test.yaml');
  await writeFile(file, JSON.stringify(suite));
  const said = await promisify(execFile)(PROMTOOL, ['test', 'rules', file]).then(
    ({ stdout, stderr }) => `${stdout}${stderr}`,
    ({ stdout, stderr }: { stdout: string; stderr: string }) => `${stdout}${stderr}`,
  );
  const fires = names.filter((name) => said.includes(`alertname: ${name},`));
  if (fires.length === 0 && !said.includes('SUCCESS')) throw new Error(said);
  return fires;
}
