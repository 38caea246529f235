/* Price changes as files: what they hold, that they are what their checksum says, and when they are made anew. */
import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Offer } from '#db/entities/offer.ts';
import { Run } from '#db/entities/run.ts';
import { dayOf, dayStart, isoDay } from '#domain/calendar.ts';
import { iso, MINUTE_MS } from '#domain/time.ts';
import type { OpenDataDay } from '#site/api/responses/open-data.ts';
import { makeOpenData } from '#worker/open-data/make-open-data.ts';
import { anyRow, createPricePoint, createRun, slotDaysAgo } from '../support/factory.ts';
import { addProduct, addShops } from '../support/landing-rows.ts';
import { openEmptyApi, type TestApi } from '../support/test-api.ts';

const NEVER = new AbortController().signal;

let api: TestApi;

beforeAll(async () => {
  api = await openEmptyApi();
  await addShops(api.services.em(), ['kite', 'emu']);
  const tea = { name: 'Tea, "green"', category: 'Groceries' };
  await addProduct(api.services.em(), tea, [
    {
      shop: 'kite',
      price: 500,
      was: 900,
      past: [
        [4, 450],
        [3.5, 700],
        [40, 100],
      ],
    },
    { shop: 'emu', price: 600, past: [[4, 610]] },
  ]);
});

afterAll(() => api.close());

const make = () => makeOpenData(api.services.em(), NEVER);
async function days(): Promise<OpenDataDay[]> {
  const { body } = await api.call('GET', '/open-data');
  return (body['data'] as { days: OpenDataDay[] }).days;
}
async function download(path: string, headers: Record<string, string> = {}) {
  const request = new Request(`http://localhost:4321${path}`, { headers });
  return api.api(request, { remoteAddress: '203.0.113.9' });
}

describe('open data', () => {
  test('has the changes of each finished day, once in each format, and none of today', async () => {
    expect(await make()).toBeGreaterThan(0);
    const found = await days();
    expect(found.reduce((sum, { changes }) => sum + changes, 0)).toBe(3);
    for (const { files } of found)
      expect(files.map(({ format }) => format)).toEqual(['csv', 'jsonl']);
    expect(await make()).toBe(0);
  });

  test('matches its checksums line by line', async () => {
    const texts: Record<string, string> = { csv: '', jsonl: '' };
    for (const { format, path, bytes, sha256 } of (await days()).flatMap(({ files }) => files)) {
      const answer = await download(path);
      const body = Buffer.from(await answer.arrayBuffer());
      expect(answer.headers.get('content-type')).toBe('application/gzip');
      expect(body).toHaveLength(bytes);
      expect(createHash('sha256').update(body).digest('hex')).toBe(sha256);
      texts[format] += gunzipSync(body).toString();
    }
    const lines = (texts['jsonl'] ?? '')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ shop, price }) => `${shop} ${price}`).sort()).toEqual([
      'emu 6.1',
      'kite 4.5',
      'kite 7',
    ]);
    expect(texts['csv']).toContain('"Tea, ""green"""');
    const sums = await (await download('/api/open-data/SHA256SUMS')).text();
    expect(sums.trim().split('\n')[0]).toMatch(
      /^[0-9a-f]{64} {2}price-changes-v1-[\d-]+\.csv\.gz$/,
    );
  });

  test('answers 304 to a client that has it', async () => {
    const path = (await days())[0]?.files[0]?.path ?? '';
    const { headers } = await download(path);
    const again = await download(path, { 'if-none-match': headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
    expect((await download('/api/open-data/price-changes-v1-2020-01-01.csv.gz')).status).toBe(404);
    expect((await download('/api/open-data/..%2Fpackage.json')).status).toBe(404);
  });

  test('is replaced after a late reading, and without an undone run', async () => {
    const em = api.services.em();
    const offer = await anyRow(em, Offer);
    const run = await createRun(em, { retailer: offer.retailer.id });
    const before = await days();
    await createPricePoint(em, { offer, slot: slotDaysAgo(3.6), priceCents: 1, run });
    expect(await make()).toBe(2);
    expect(await days()).not.toEqual(before);
    await em.nativeUpdate(Run, { id: run.id }, { status: 'undone' });
    // A job that stalled may still run beside its second start.
    await Promise.all([make(), make()]);
    const sums = (of: OpenDataDay[]) => of.flatMap(({ files }) => files.map((file) => file.sha256));
    expect(sums(await days())).toEqual(sums(before));
  });

  test.each([30, 23 * 60 + 30])(
    'dates a change %d minutes into a day in Sydney',
    async (minutes) => {
      const em = api.services.em();
      const day = dayOf(Date.now()) - 10;
      const slot = dayStart(day) / MINUTE_MS + minutes;
      await createPricePoint(em, { offer: await anyRow(em, Offer), slot, priceCents: 2 });
      await make();
      const file = (await days()).find((each) => each.day === isoDay(day))?.files[1];
      const body = Buffer.from(await (await download(file?.path ?? '')).arrayBuffer());
      expect(gunzipSync(body).toString()).toContain(`"at":"${iso(slot * MINUTE_MS)}"`);
    },
  );

  test('has a budget of its own', async () => {
    const path = '/api/open-data/SHA256SUMS';
    const asked = await Promise.all(Array.from({ length: 151 }, () => download(path)));
    expect(asked.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
  });
});
