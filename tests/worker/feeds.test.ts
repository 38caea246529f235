import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Offer } from '#db/entities/offer.ts';
import { Run } from '#db/entities/run.ts';
import { listRefused } from '#db/queries/operators/refused-view.ts';
import { undoRun } from '#db/queries/quarantine/decision.ts';
import { findRetailer, type RetailerRow } from '#db/queries/retailers/retailers.ts';
import { listen } from '#db/runtime/free-port.ts';
import { downloadFeed } from '#worker/feeds/download-feed.ts';
import { feedPrice, isSaleOn } from '#worker/feeds/feed-offer.ts';
import type { FeedRow } from '#worker/feeds/feed-row.ts';
import { importFeed } from '#worker/feeds/import-feed.ts';
import { openFeed } from '#worker/feeds/open-feed.ts';
import { readCsvRows } from '#worker/feeds/read-csv-rows.ts';
import { readJsonRows } from '#worker/feeds/read-json-rows.ts';
import { readXmlRows } from '#worker/feeds/read-xml-rows.ts';
import { type CrawlWorld, openCrawlWorld } from '../support/crawl-world.ts';
import { anyRow, createRetailer, storedOffers } from '../support/factory.ts';

const SITE = 'https://www.feedshop.example';
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'feeds-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function all(rows: AsyncIterable<FeedRow>): Promise<FeedRow[]> {
  return Array.fromAsync(rows);
}

/** The text in chunks of a few characters, to cover every chunk boundary. */
async function* inPieces(text: string, size = 7): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

/** A gzipped feed with one changed byte, which only the checksum at its end reveals. */
function damaged(): Buffer {
  const text = `title,price\n${Array.from({ length: 2_000 }, (_, n) => `Kettle ${n},${(n * 7919) % 1000}.00`).join('\n')}`;
  const bytes = gzipSync(text);
  const at = Math.floor(bytes.length / 2);
  bytes[at] = (bytes[at] ?? 0) ^ 0x10;
  return bytes;
}

const namesOf = (rows: FeedRow[]) =>
  rows.map((row) => ('fields' in row ? row.fields.get('title') : row.fault));

describe('readers', () => {
  test('XML: namespaces, CDATA, nested fields, delivery within Australia; drops a truncated last row', async () => {
    const xml = `<?xml version="1.0"?><rss xmlns:g="http://base.google.com/ns/1.0"><channel><title>Shop</title>
      <item><title><![CDATA[Kettle & Co]]></title><g:price>49.00 AUD</g:price>
        <g:shipping><g:country>NZ</g:country><g:price>19.95 AUD</g:price></g:shipping>
        <g:shipping><g:country>AU</g:country><g:price>9.95 AUD</g:price></g:shipping></item>
      <item><title>Toaster</title><g:price>1`;
    const rows = await all(readXmlRows(inPieces(xml)));
    expect(namesOf(rows)).toEqual(['Kettle & Co', 'row-cut-short']);
    const [first] = rows;
    expect(first && 'fields' in first && first.fields.get('shipping.price')).toBe('9.95 AUD');
  });

  test('XML: markup within a text field is text, closed or not', async () => {
    const items = ['Kettle <b>1.7 L</b> black', 'Kettle <br/>white', 'Kettle <i>red'].map(
      (title) => `<item><title>${title}</title><g:price>1 AUD</g:price></item>`,
    );
    const rows = await all(readXmlRows(inPieces(`<rss>${items.join('')}</rss>`)));
    expect(namesOf(rows)).toEqual(['Kettle 1.7 L black', 'Kettle white', 'Kettle red']);
    for (const row of rows) expect('fields' in row && row.fields.get('price')).toBe('1 AUD');
  });

  test('XML: stops at once when nested too deeply', async () => {
    const deep = `<rss><item><title>A</title></item>${'<a>'.repeat(100_000)}`;
    expect(namesOf(await all(readXmlRows(inPieces(deep, 65_536))))).toEqual(['A', 'row-malformed']);
  });

  test.each(['<!--', '<item id="', '<![CDATA[', '<item ', '</', '<?x '])(
    'XML: does not buffer an unclosed %j',
    async (opening) => {
      let given = 0;
      async function* endless() {
        yield `<rss><item><title>A</title></item>${opening}`;
        while (given < 64) {
          given += 1;
          yield 'a '.repeat(32_768);
        }
      }
      expect(namesOf(await all(readXmlRows(endless())))).toEqual(['A', 'row-too-large']);
      expect(given).toBeLessThan(8);
    },
  );

  test('CSV: quotes, line breaks in quotes, CRLF, other delimiters; shifted cells are refused', async () => {
    const csv =
      'title;price;link\r\n"Kettle; ""1.7 L""\nblack";49.00;/a\r\nToaster;20;/b;extra\r\nIron;30;/c\r\n';
    expect(namesOf(await all(readCsvRows(inPieces(csv))))).toEqual([
      'Kettle; "1.7 L"\nblack',
      'row-malformed',
      'Iron',
    ]);
  });

  test('CSV: an unclosed quote loses only its own row', async () => {
    const filler = Array.from(
      { length: 8_000 },
      (_, n) => `Item ${n},${n}.00,/p/${n}/with-a-long-address`,
    );
    const csv = ['title,price,link', '"Broken,1.00,/x', ...filler].join('\n');
    const rows = await all(readCsvRows(inPieces(csv, 65_536)));
    expect(rows.filter((row) => 'fault' in row)).toHaveLength(1);
    expect(rows).toHaveLength(8_001);
  });

  test('CSV: a quote within a plain cell is text, one that closes too early is a fault', async () => {
    const csv =
      'title,price\nMonitor 27" black,299\n"Kettle" black,49\nTV 65" and "soundbar",999\nIron,30\n';
    expect(namesOf(await all(readCsvRows(inPieces(csv))))).toEqual([
      'Monitor 27" black',
      'row-malformed',
      'TV 65" and "soundbar"',
      'Iron',
    ]);
  });

  test('CSV: tells an unclosed quote near the end from a truncated file', async () => {
    const open = 'title,price,link\nA,1.00,/a\n"Broken,2.00,/b\nC,3.00,/c\n';
    const rows = await all(readCsvRows(inPieces(open)));
    expect(namesOf(rows)).toEqual(['A', 'row-malformed', 'C']);
    const cut = 'title,price,link\nA,1.00,/a\n"Kettle, black\nand wh';
    expect(namesOf(await all(readCsvRows(inPieces(cut))))).toEqual(['A', 'row-cut-short']);
  });

  test('an unreadable row is reported with its first words', async () => {
    const csv = await all(readCsvRows(inPieces('title,price\nKettle,1,099.00\n')));
    expect(csv).toEqual([{ row: 1, fault: 'row-malformed', text: 'Kettle,1,099.00' }]);
    const json = await all(readJsonRows(inPieces('[{"title":},{"title":"B"}]'), false));
    expect(json[0]).toEqual({ row: 1, fault: 'row-malformed', text: '{"title":}' });
  });

  test.each([
    ['an array', '[{"title":"A"},{"title":"B {]\\""}]', ['A', 'B {]"']],
    [
      'an object that holds one',
      '{"meta":{"n":[1]},"products":[{"title":"A"},{"title":"B"}]}',
      ['A', 'B'],
    ],
    ['JSON lines', '{"title":"A"}\n{"title":"B"}\n', ['A', 'B']],
    [
      'a broken object among others',
      '[{"title":"A"},{"title":},{"title":"C"}]',
      ['A', 'row-malformed', 'C'],
    ],
    ['a file cut short', '[{"title":"A"},{"title":"B', ['A', 'row-cut-short']],
  ])('JSON: %s', async (_, text, expected) => {
    const path = join(folder, 'feed.bin');
    await writeFile(path, gzipSync(text));
    const { rows } = await openFeed(path);
    expect(namesOf(await all(rows))).toEqual(expected);
  });

  test.each([
    ['a value that JSON does not know', '{"title":NaN}', 'row-malformed'],
    ['a line break within a text', '{"title":"Ket\ntle"}', 'row-malformed'],
    ['an escape that JSON does not know', '{"title":"Kettle \\x"}', 'row-malformed'],
    ['a text beyond the size limit', `{"title":"${'a\\"'.repeat(200_000)}"}`, 'row-too-large'],
  ])('JSON: %s costs its own row only', async (_, broken, fault) => {
    const text = `[{"title":"A"},${broken},{"title":"C"}]`;
    expect(namesOf(await all(readJsonRows(inPieces(text), false)))).toEqual(['A', fault, 'C']);
  });

  test('strips a byte order mark from the first field', async () => {
    const path = join(folder, 'bom.csv');
    await writeFile(path, '\uFEFFtitle,price\nKettle,49\n');
    expect(namesOf(await all((await openFeed(path)).rows))).toEqual(['Kettle']);
  });

  const accented = 'title,price\nCafé Crème Brûlée,49\n';
  const utf16 = Buffer.from(`\uFEFF${accented}`, 'utf16le');
  const xml = (encoding: string) =>
    `<?xml version="1.0" encoding="${encoding}"?><rss><item><title>Café Crème Brûlée</title></item></rss>`;
  test.each<[string, Buffer]>([
    ['UTF-8', Buffer.from(accented)],
    ['Windows-1252', Buffer.from(accented, 'latin1')],
    ['UTF-16, little end first', utf16],
    ['UTF-16, big end first', Buffer.from(utf16).swap16()],
    ['Latin 1, as XML says', Buffer.from(xml('ISO-8859-1'), 'latin1')],
    ['Latin 1, though XML says UTF-8', Buffer.from(xml('utf-8'), 'latin1')],
    ['UTF-8, though XML says Latin 1', Buffer.from(xml('ISO-8859-1'))],
    [
      'Latin 1 only after much plain text',
      Buffer.from(`title,x\n${'a,b\n'.repeat(40_000)}Café Crème Brûlée,1\n`, 'latin1'),
    ],
  ])('a feed in %s keeps its accents', async (_, bytes) => {
    const path = join(folder, 'encoded');
    for (const packed of [bytes, gzipSync(bytes)]) {
      await writeFile(path, packed);
      expect(namesOf(await all((await openFeed(path)).rows)).at(-1)).toBe('Café Crème Brûlée');
    }
  });

  test('drops the last row of a truncated gzip, which may be incomplete', async () => {
    const csv = `link,price\n${Array.from({ length: 5_000 }, (_, n) => `/${(n * 7919) % 5_000},1299.00`).join('\n')}\n`;
    const packed = gzipSync(csv);
    const path = join(folder, 'cut.csv.gz');
    await writeFile(path, packed.subarray(0, packed.length / 2));
    const rows = await all((await openFeed(path)).rows);
    expect(rows.at(-1)).toMatchObject({ fault: 'row-cut-short' });
    const prices = rows.flatMap((row) => ('fields' in row ? [row.fields.get('price')] : []));
    expect(prices.length).toBeGreaterThan(1_000);
    expect(new Set(prices)).toEqual(new Set(['1299.00']));
  });

  test.each<[string, Buffer, string]>([
    ['packed, and damaged', damaged(), 'damaged'],
    ['a zip archive', Buffer.from('PK\x03\x04rest'), 'zip'],
    ['a page that says sorry', Buffer.from('<!DOCTYPE html><h1>404</h1>'), 'web page'],
  ])('refuses a file that is no feed before it stores anything: %s', async (_, bytes, reason) => {
    const path = join(folder, 'no-feed');
    await writeFile(path, bytes);
    await expect(openFeed(path)).rejects.toThrow(reason);
  });

  test('reads the delimiter line of spreadsheet programs', async () => {
    expect(
      namesOf(await all(readCsvRows(inPieces('sep=;\r\ntitle;price\r\nKettle;49\r\n')))),
    ).toEqual(['Kettle']);
  });

  test.each([
    ['15.00 AUD', '15.00', 'AUD'],
    ['AUD 1,299', '1299', 'AUD'],
    ['$15', '15', null],
    ['AUD 12,00', '12.00', 'AUD'],
    ['12.00aud', '12.00', 'AUD'],
    ['AUD $1,299.95', '1299.95', 'AUD'],
    ['US$12.00', undefined, undefined],
    ['1,299,00', undefined, undefined],
    ['1.299,00', undefined, undefined],
    ['from $5', undefined, undefined],
    ['-3.00 AUD', undefined, undefined],
    ['1e309', undefined, undefined],
  ])('the price %s', (text, amount, currency) => {
    expect(feedPrice(text)?.amount).toBe(amount);
    expect(feedPrice(text)?.currency).toBe(currency);
  });

  test('applies a sale only within its dates', () => {
    const range = '2026-11-01T00:00+1100/2026-11-30T23:59+1100';
    expect(isSaleOn(range, new Date('2026-11-21T00:00:00Z'))).toBe(true);
    expect(isSaleOn(range, new Date('2026-12-01T00:00:00Z'))).toBe(false);
    for (const unread of ['soon', '2026-13-40/2026-13-41', '2026-11-01'])
      expect(isSaleOn(unread, new Date('2026-11-21T00:00:00Z'))).toBe(false);
  });

  test.each([
    // Clocks go forward at 2 am on 4 October 2026, and back at 3 am on 4 April 2027.
    ['2026-10-04T00:00/2026-10-31T23:59', '2026-10-03T23:59+10:00', '2026-10-04T00:00+10:00'],
    ['2026-10-04/2026-10-31', '2026-10-03T23:59+10:00', '2026-10-04T00:00+10:00'],
    ['2027-04-04/2027-04-30', '2027-04-03T23:59+11:00', '2027-04-04T00:00+11:00'],
  ])('a sale that begins on the day when the clocks change: %s', (range, before, begins) => {
    expect(isSaleOn(range, new Date(before))).toBe(false);
    expect(isSaleOn(range, new Date(begins))).toBe(true);
  });

  test.each([
    ['2026-11-01/2026-11-30', 'days, the last one included'],
    ['2026-11-01T00:00/2026-11-30T23:59', 'times without an offset'],
    ['2026-11-01 00:00:00 +1100 / 2026-11-30 23:59:59 +1100', 'blanks between'],
    ['2026-10-31T13:00Z/2026-11-30T12:59Z', 'Greenwich'],
  ])('a sale of November in eastern Australia: %s', (range) => {
    expect(isSaleOn(range, new Date('2026-10-31T12:59:00+11:00'))).toBe(false);
    expect(isSaleOn(range, new Date('2026-11-01T00:00:00+11:00'))).toBe(true);
    expect(isSaleOn(range, new Date('2026-11-30T23:58:00+11:00'))).toBe(true);
    expect(isSaleOn(range, new Date('2026-12-01T00:00:00+11:00'))).toBe(false);
  });
});

describe('an import', () => {
  let world: CrawlWorld;
  let retailer: RetailerRow;
  let server: Server;
  let feed = '';
  let origin = '';

  beforeAll(async () => {
    server = createServer((request, response) => {
      if (request.url === '/robots.txt')
        return void response.end('User-agent: *\nDisallow: /private\n');
      if (request.url === '/moved')
        return void response.writeHead(302, { location: '/feed' }).end();
      response.end(feed);
    });
    origin = `http://127.0.0.1:${await listen(server)}`;
    world = await openCrawlWorld([origin]);
    await createRetailer(world.em(), {
      slug: 'feedshop',
      name: 'Feedshop',
      website: `${SITE}/`,
      kind: 'feed',
      paceMs: 1_000,
      discovery: { sitemap: false, listUrls: [], searchUrlTemplate: null },
    });
    const found = await findRetailer(world.em(), { slug: 'feedshop' });
    if (!found) throw new Error('the retailer was not added');
    retailer = found;
  });
  afterAll(async () => {
    await world.close();
    await new Promise((done) => server.close(done));
  });

  async function importText(text: string, now = new Date('2026-11-21T00:00:00Z'), believe = false) {
    const path = join(folder, 'import.feed');
    await writeFile(path, text);
    const { rows, digest } = await openFeed(path);
    const report = await importFeed(world.em(), retailer, rows, { now, digest, believe });
    const refused = Object.fromEntries(
      [...report.refused].map(([reason, { examples }]) => [reason, examples]),
    );
    return { ...report, refused };
  }

  /** A later export with the same rows. */
  const later = (text: string) => `${text}\n`;

  const item = (id: number, fields: Record<string, string>) =>
    `<item>${Object.entries({
      id: String(id),
      title: `Sunbeam Kettle KE${id}00`,
      link: `${SITE}/p/${id}?utm_source=feed`,
      price: '89.00 AUD',
      availability: 'in_stock',
      brand: 'Sunbeam',
      condition: 'new',
      ...fields,
    })
      .map(([name, value]) => `<g:${name}>${value}</g:${name}>`)
      .join('')}</item>`;

  test('accepts valid rows and reports why it refuses the others', async () => {
    const report = await importText(
      `<rss><channel>${[
        item(1, {
          sale_price: '69.00 AUD',
          sale_price_effective_date: '2026-11-01T00:00+1100/2026-11-30T00:00+1100',
        }),
        item(2, {
          sale_price: '59.00 AUD',
          sale_price_effective_date: '2026-10-01T00:00+1100/2026-10-31T00:00+1100',
        }),
        item(3, { price: '0.00 AUD' }),
        item(4, { price: '89.00 USD' }),
        item(5, { link: 'https://evil.example/p/5' }),
        item(6, { condition: 'refurbished' }),
        item(7, { price: '1.299,00 AUD' }),
        item(8, { link: 'javascript:alert(1)' }),
        item(1, { price: '5.00 AUD' }),
        item(10, { title: '&lt;b&gt;Sunbeam Toaster&lt;/b&gt; TA10' }),
      ].join('')}</channel></rss>`,
    );
    expect(report).toMatchObject({ rows: 10, stored: 3, pricesChanged: 3 });
    expect(report.refused).toEqual({
      'price-not-positive': [3],
      'currency-not-aud': [4],
      'link-elsewhere': [5],
      'not-new': [6],
      'price-unreadable': [7],
      'link-missing': [8],
      repeated: [9],
    });
    const rows = await world.em().findAll(Offer, { orderBy: { url: 'asc' } });
    expect(rows.map((row) => [row.url, row.name, row.priceCents, row.originalPriceCents])).toEqual([
      [`${SITE}/p/1`, 'Sunbeam Kettle KE100', 6900, 8900],
      [`${SITE}/p/10`, 'Sunbeam Toaster TA10', 8900, null],
      [`${SITE}/p/2`, 'Sunbeam Kettle KE200', 8900, null],
    ]);
    expect(rows.map(({ source }) => source)).toEqual(['feed', 'feed', 'feed']);
    const run = await anyRow(world.em(), Run);
    expect(run).toMatchObject({ kind: 'feed', status: 'done', offersSeen: 3 });
    expect(run.refusals['link-elsewhere']).toBe(1);
  });

  test('keeps each refused row as stated until a later feed corrects it', async () => {
    const rows = [
      item(61, { price: '1.299,00 AUD' }),
      item(62, { link: 'https://evil.example/p/62' }),
      item(63, { price: '89.00 USD' }),
      item(64, { price: '0.00 AUD', seller: 'Somebody' }),
      item(65, { price: '250000.00', product_type: 'Coffee Machines' }),
      item(66, { price: '' }),
    ];
    const kept = async () => {
      const { rows: found } = await listRefused(
        world.em(),
        { slug: 'feedshop', reason: null },
        { limit: 100, offset: 0 },
      );
      const ours = found.filter(({ name }) => /KE6\d00$/.test(name));
      return ours
        .toSorted((one, other) => (one.feedRow ?? 0) - (other.feedRow ?? 0))
        .map(({ url, seller, reason, price, currency, ceilingCents, times, feedRow }) => {
          const [read, address] = [`${price} ${currency}`, url.replace(SITE, '')];
          return [feedRow, reason, address, seller, read, ceilingCents, times];
        });
    };
    await importText(`<rss>${rows.join('')}</rss>`);
    expect(await kept()).toEqual([
      [1, 'price-unreadable', '/p/61?utm_source=feed', '', '1.299,00 AUD null', null, 1],
      [2, 'link-elsewhere', 'https://evil.example/p/62', '', '89.00 AUD null', null, 1],
      [3, 'currency-not-aud', '/p/63', '', '89.00 USD', null, 1],
      [4, 'price-not-positive', '/p/64', 'Somebody', '0.00 AUD', null, 1],
      [5, 'price-implausible', '/p/65', '', '250000.00 AUD', 10_000_000, 1],
      [6, 'no-price', '/p/66', '', 'null AUD', null, 1],
    ]);
    // The next feed corrects two of them, omits one, and moves one.
    const mended = [item(61, { price: '1299.00 AUD' }), rows[2], rows[1], item(65, {})].join('');
    await importText(`<rss>${mended}</rss>`, new Date('2026-11-21T01:00:00Z'));
    expect(await kept()).toEqual([
      [2, 'currency-not-aud', '/p/63', '', '89.00 USD', null, 2],
      [3, 'link-elsewhere', 'https://evil.example/p/62', '', '89.00 AUD null', null, 2],
    ]);
    const doubted = `<rss>${item(65, { price: '12.00 AUD' })}</rss>`;
    await importText(doubted, new Date('2026-11-21T02:00:00Z'));
    expect(await kept()).toEqual([[1, 'price-doubted', '/p/65', '', '12.00 AUD', null, 1]]);
    // It waits through other feeds until an import believes it.
    await importText(`<rss>${item(61, { price: '1299.00 AUD' })}</rss>`);
    expect(await kept()).toHaveLength(1);
    await importText(later(doubted), new Date('2026-11-21T04:00:00Z'));
    expect(await kept()).toEqual([]);
  });

  test('the same feed again changes nothing; a fall of more than 60 % waits for the next import', async () => {
    const again = `<rss>${item(2, {})}</rss>`;
    expect(await importText(again)).toMatchObject({ stored: 1, pricesChanged: 0 });
    const cheap = `<rss>${item(2, { price: '18.90 AUD' })}</rss>`;
    expect((await importText(cheap)).refused).toEqual({ 'price-doubted': [1] });
    expect(await importText(later(cheap), new Date('2026-11-22T00:00:00Z'))).toMatchObject({
      stored: 1,
      pricesChanged: 1,
    });
  });

  test('the same export twice confirms nothing, however late, the next one does', async () => {
    const at = (hour: string) => new Date(`2026-11-22T${hour}:00Z`);
    await importText(`<rss>${item(81, {})}</rss>`, at('01:00'));
    const cheap = `<rss>${item(81, { price: '29.00 AUD' })}</rss>`;
    for (const hour of ['02:00', '02:20', '05:00', '23:00'])
      expect((await importText(cheap, at(hour))).refused).toEqual({ 'price-doubted': [1] });
    expect(await importText(later(cheap), at('23:30'))).toMatchObject({
      stored: 1,
      pricesChanged: 1,
    });
  });

  test('a slip by a tenth is never confirmed by repetition, and its correction is', async () => {
    const day = (date: number) => new Date(`2026-12-1${date}T00:00:00Z`);
    const feed = (price: string) => `<rss>${item(82, { price })}</rss>`;
    expect(await importText(feed('299.99'), day(1))).toMatchObject({ stored: 1 });
    for (const date of [2, 3, 4])
      expect(await importText(feed('30.00'), day(date))).toMatchObject({ stored: 0 });
    expect(await importText(feed('30.00'), day(5), true)).toMatchObject({ stored: 1 });
    expect(await importText(feed('300.00'), day(6))).toMatchObject({ stored: 0 });
    expect(await importText(later(feed('300.00')), day(7))).toMatchObject({
      stored: 1,
      pricesChanged: 1,
    });
    const [offer] = await storedOffers(world.em(), { url: /\/p\/82$/ });
    expect(offer?.price).toBe(30_000);
  });

  test('an out-of-stock row without a price ends the stock and keeps the last price', async () => {
    const known = `<rss>${[71, 72, 73].map((id) => item(id, {})).join('')}</rss>`;
    await importText(known, new Date('2026-11-23T00:00:00Z'));
    const stock = async () => {
      const offers = await storedOffers(world.em(), { url: /\/p\/7[123]$/ });
      return offers.map(({ url, availability, price, points }) => {
        return { id: url.slice(-2), availability, price, points: points.length };
      });
    };
    const gone = { availability: 'out_of_stock' };
    const rows = [
      item(71, { ...gone, price: '' }),
      item(72, { ...gone, price: '0.00 AUD' }),
      item(73, { price: '0.00 AUD' }),
      item(74, { ...gone, price: '' }),
    ];
    const ended = await importText(`<rss>${rows.join('')}</rss>`, new Date('2026-11-24T00:00:00Z'));
    expect(ended).toMatchObject({ stored: 0, pricesChanged: 2 });
    expect(ended.refused).toEqual({ 'no-price': [1, 4], 'price-not-positive': [2, 3] });
    expect(await stock()).toEqual([
      { id: '71', availability: 'out_of_stock', price: 8_900, points: 2 },
      { id: '72', availability: 'out_of_stock', price: 8_900, points: 2 },
      { id: '73', availability: 'in_stock', price: 8_900, points: 1 },
    ]);
  });

  test('only an operator can confirm a feed whose prices all fell to a tenth, not a repetition', async () => {
    const feed = (price: string) =>
      `<rss>${[41, 42, 43, 44].map((id) => item(id, { price })).join('')}</rss>`;
    const day = (date: number) => new Date(`2026-12-0${date}T00:00:00Z`);
    expect(await importText(feed('89.00 AUD'), day(1))).toMatchObject({ stored: 4 });
    for (const date of [2, 3, 4]) {
      expect(await importText(feed('8.90 AUD'), day(date))).toMatchObject({ stored: 0 });
    }
    const believed = await importText(feed('8.90 AUD'), day(5), true);
    expect(believed).toMatchObject({ stored: 4, pricesChanged: 4 });
  });

  test('Shopify products: a row for each variant; refuses zero prices and repairs broken characters', async () => {
    const products = [
      {
        title: 'Trail Shoe \ud800',
        handle: 'trail-shoe',
        vendor: 'Brooks',
        variants: [
          { title: 'US 9', price: '199.95', compare_at_price: '249.95', available: true },
          { title: 'US 10', price: '199.95', available: false },
          { title: 'US 11', price: '0.00', available: true },
        ],
      },
    ];
    const report = await importText(JSON.stringify({ products }));
    expect(report).toMatchObject({ stored: 2, refused: { 'price-not-positive': [1] } });
    const rows = await world
      .em()
      .find(Offer, { url: { $like: '%trail-shoe' } }, { orderBy: { variant: 'asc' } });
    expect(rows).toMatchObject([
      { variant: 'US 10', availability: 'out_of_stock', originalPriceCents: null },
      { variant: 'US 9', availability: 'in_stock', originalPriceCents: 24995 },
    ]);
  });

  test('an import that was killed is a run of its own, which can be undone', async () => {
    const runs = () =>
      world.em().find(Run, { retailer: retailer.id }, { orderBy: { startedAt: 'asc', id: 'asc' } });
    const before = (await runs()).length;
    async function* killed() {
      yield* readCsvRows(inPieces('title,link,price\nSunbeam Kettle KE9,/k/9,49.00\n'));
      throw new Error('killed');
    }
    await expect(importFeed(world.em(), retailer, killed(), { now: new Date() })).rejects.toThrow();
    await importText('title,link,price\nSunbeam Kettle KE8,/k/8,59.00\n');
    const [left, next] = (await runs()).slice(before);
    expect([left?.status, next?.status]).toEqual(['done', 'done']);
    expect(await undoRun(world.em(), left?.id ?? '', 'kylie')).toBe('undone');
  });

  test('reports progress even if all rows are refused', async () => {
    const seen: number[] = [];
    const onProgress = ({ rows }: { rows: number }) => void seen.push(rows);
    const rows = readCsvRows(inPieces(`title,price\n${'Kettle,1 USD\n'.repeat(2_500)}`, 65_536));
    await importFeed(world.em(), retailer, rows, { now: new Date(), onProgress });
    expect(seen).toEqual([1_000, 2_000]);
  });

  test('downloads and reads a feed behind a URL within robots.txt', async () => {
    feed = 'title,link,price\nSunbeam Mixer MX7,/m/7,129.00\n';
    const path = join(folder, 'downloaded');
    await downloadFeed(world.em(), world.services.fetcher, `${origin}/moved`, path);
    const report = await importFeed(world.em(), retailer, (await openFeed(path)).rows, {
      now: new Date(),
    });
    expect(report.stored).toBe(1);
    const denied = downloadFeed(world.em(), world.services.fetcher, `${origin}/private/feed`, path);
    await expect(denied).rejects.toMatchObject({ reason: 'robots-denied' });
    const inside = downloadFeed(
      world.em(),
      world.services.fetcher,
      'http://169.254.169.254/feed',
      path,
    );
    await expect(inside).rejects.toMatchObject({ reason: 'address-forbidden' });
  });

  test('reads 100,000 rows in bounded memory', async () => {
    const path = join(folder, 'large.xml');
    const file = await open(path, 'w');
    await file.write('<rss><channel>');
    const text = 'A long description of this kettle. '.repeat(10);
    for (let from = 0; from < 100_000; from += 1_000) {
      const rows = Array.from({ length: 1_000 }, (_, n) => item(from + n, { description: text }));
      await file.write(rows.join(''));
    }
    await file.write('</channel></rss>');
    await file.close();
    let count = 0;
    let peak = 0;
    const before = process.memoryUsage().rss;
    for await (const row of (await openFeed(path)).rows) {
      count += 'fields' in row ? 1 : 0;
      if (count % 5_000 === 0) peak = Math.max(peak, process.memoryUsage().rss - before);
    }
    expect(count).toBe(100_000);
    expect(peak / 1024 / 1024).toBeLessThan(100);
  });
});
