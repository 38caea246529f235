import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { refreshSearchWords } from '#db/queries/search/catalogue-words.ts';
import { searchOffers } from '#db/queries/search/search.ts';
import { withinTime } from '#db/queries/sql/time-limit.ts';
import { MAX_QUERY_LENGTH } from '#domain/search/query-text.ts';
import { searchText } from '#domain/search/search-words.ts';
import { createOffer, createProduct, createRetailer } from '../../support/factory.ts';
import { figure } from '../../support/figure.ts';
import { ormForFile } from '../../support/orm-for-file.ts';

/** `npm test` takes a sample; SEARCHES=2000 runs the full measure. */
const SEARCHES = Number(process.env['SEARCHES'] ?? '200');
const MOST_STATEMENTS = 4;
const DEPTH = { products: 24, offers: 96 };

const NAMES = ['Acme Toaster', 'Acme Kettle', 'Zenith Keyboard', 'Zenith Mouse', 'Acme Milk 2L'];

const open = ormForFile();

beforeAll(async () => {
  const em = open.em();
  const retailer = await createRetailer(em, { slug: 'acme' });
  for (const [nth, name] of NAMES.entries()) {
    const product = await createProduct(em, { name });
    await createOffer(em, {
      retailer,
      product,
      url: `https://acme.example/${nth}`,
      name,
      searchText: searchText(name, [], []),
    });
  }
  await refreshSearchWords(em);
});

const word = fc.constantFrom(
  ...['a', 'b', 'x1', 'toaster', 'kettel', 'keybord', 'milk', 'acme', 'zenth', '2l', 'blue'],
  ...['case', 'gift', 'under $9', 'for dad', 'without sugar', 'not acme', 'wh-1000', 'ooooooo'],
);
const joint = fc.constantFrom(' vs ', ' and ', ' or ', ' & ', ' instead of ', ' for ', ' ', '-');
/** Words and conjunctions up to the longest query that the API takes. */
const hostile = fc
  .array(fc.tuple(word, joint), { minLength: 1, maxLength: 70 })
  .map((parts) => parts.flat().join('').slice(0, MAX_QUERY_LENGTH).trim());

test(`${SEARCHES} hostile queries: each runs at most ${MOST_STATEMENTS} statements`, async () => {
  const pool = await open.em().getConnection().getNativeClient();
  let statements = 0;
  let most = 0;
  const count = () => {
    statements += 1;
  };
  pool.on('acquire', count);
  const alphabet = 'abcdefghijklmnopqrstuvwxyz'.split('');
  const examples = [alphabet, NAMES].map((words): [string] => [words.join(' vs ')]);
  const property = fc.asyncProperty(hostile, async (query) => {
    statements = 0;
    await searchOffers(open.em(), query, DEPTH);
    most = Math.max(most, statements);
    expect(statements, query).toBeLessThanOrEqual(MOST_STATEMENTS);
  });
  await fc.assert(property, { numRuns: SEARCHES, examples, seed: 7 });
  pool.off('acquire', count);
  figure(`${SEARCHES} hostile queries: at most ${most} statements each`);
}, 300_000);

test('a search that runs out of time is cancelled in Postgres, and its connection serves on', async () => {
  const em = open.em();
  const running = () =>
    em.execute<{ query: string }[]>(
      `select query from pg_stat_activity where state = 'active' and query like '%search_product%' and pid <> pg_backend_pid() and datname = current_database()`,
    );
  const search = (limitMs: number) =>
    withinTime(limitMs, () => searchOffers(open.em(), 'toaster', DEPTH));
  await em.transactional(async (tx) => {
    await tx.execute('lock table search_product in access exclusive mode');
    await expect(search(200)).rejects.toThrow(expect.objectContaining({ name: 'TimeoutError' }));
    expect(await running()).toEqual([]);
  });
  expect((await search(5_000)).total).toBe(1);
});
