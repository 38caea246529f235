import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestOrm, type TestOrm } from '../../../tests/support/test-orm.ts';
import { operatorFigures } from './overview.ts';
import { purgeExpired } from './retention.ts';

let orm: TestOrm;
const em = () => orm.em();
const never = new AbortController().signal;

/** Adds a row of every table, each of its times so many days ago. */
async function addAll(name: string, daysAgo: number): Promise<void> {
  const at = `now() - interval '${daysAgo} days'`;
  const statements = [
    `insert into user_account (id, email, name) values (md5('${name}')::uuid, '${name}', 'Kylie')`,
    `insert into user_session (user_id, token, expires_at) values (md5('${name}')::uuid, '${name}', ${at} + interval '1 hour')`,
    `insert into user_verification (identifier, value, expires_at) values ('${name}', '', ${at} + interval '1 hour')`,
    `insert into rate_limit (key, expire) values ('${name}', extract(epoch from ${at} + interval '1 hour') * 1000)`,
    ...['sent', 'failed', 'waiting'].map(
      (state) =>
        `insert into mail (key, kind, recipient, subject, text, html, state, send_after)
         values ('${name}:${state}', 'alert', '', '', '', '', '${state}', ${at})`,
    ),
    `insert into search (query, visitor, hour, results_count, searched_at) values ('${name}', '', 0, 1, ${at})`,
    `insert into ask (kind, key, input, created_at) values ('', '${name}', '{}', ${at})`,
    `insert into search_history (user_id, query, results_count, searched_at) values (md5('${name}')::uuid, '', 1, ${at})`,
    `insert into product (id, name, specifications) values (md5('p${name}')::uuid, '', '{}')`,
    `insert into view_history (user_id, product_id, viewed_at) values (md5('${name}')::uuid, md5('p${name}')::uuid, ${at})`,
    ...['unconfirmed', 'watching', 'ended'].map(
      (state) =>
        `insert into alert (user_id, product_id, email, kind, base_price_cents, state, created_at)
         values (md5('${name}')::uuid, md5('p${name}')::uuid, '', 'any_drop', 1, '${state}', ${at})`,
    ),
    ...['unconfirmed', 'confirmed', 'unsubscribed'].map(
      (state) =>
        `insert into newsletter_subscriber (email, state, created_at) values ('${name}:${state}', '${state}', ${at})`,
    ),
    `insert into retailer (id, slug, name, category, region, website, trust_score10, kind, status, pace_ms, discovery)
     values (md5('${name}')::uuid, '${name}', '', '', '', '', 5, 'real', 'enabled', 0, '{}')`,
    ...['done', 'undone', 'quarantined', 'running'].map(
      (status) =>
        `insert into run (retailer_id, kind, status, started_at, finished_at)
         values (md5('${name}')::uuid, 'crawl', '${status}', ${at}, ${at})`,
    ),
    `insert into run (retailer_id, kind, status, started_at, finished_at)
     values (md5('${name}')::uuid, 'replay', 'done', ${at}, ${at})`,
    ...['search', 'list', 'product'].map(
      (kind) =>
        `insert into page (retailer_id, url, kind, interval_minutes, last_checked_at)
         values (md5('${name}')::uuid, '${kind} of ${name}', '${kind}', 1, ${at})`,
    ),
  ];
  for (const statement of statements) await em().execute(statement);
}

beforeAll(async () => {
  orm = await openTestOrm();
});

afterAll(() => orm.close());

test('each thing goes once its time is over, and nothing else does', async () => {
  await addAll('today', 0);
  await addAll('five weeks', 36);
  await addAll('a quarter', 91);
  await addAll('two years', 730);
  expect(await purgeExpired(em(), never)).toEqual({
    sessions: 3,
    'reset links': 3,
    'rate limits': 3,
    'sent mails': 6,
    'unsent mails': 2,
    'counted searches': 3,
    'questions to the model': 3,
    "shops' searches": 3,
    'search histories': 1,
    'view histories': 1,
    'unconfirmed alerts': 3,
    'unconfirmed subscribers': 3,
    runs: 2,
  });
  expect(await purgeExpired(em(), never)).toEqual({});
  const [kept] = await em().execute(
    `select (select count(*)::int from user_account) as people, (select count(*)::int from product) as products,
       (select count(*)::int from page) as pages,
       (select array_agg(distinct state) from alert where email = '' and created_at < now() - interval '1 year') as alerts,
       (select array_agg(status || ' ' || kind order by status, kind) from run
        where started_at < now() - interval '1 year') as runs`,
  );
  expect(kept).toEqual({
    people: 4,
    products: 4,
    pages: 9,
    alerts: ['ended', 'watching'],
    runs: ['done replay', 'quarantined crawl', 'running crawl', 'undone crawl'],
  });
});

test('a search of a shop that keeps failing goes soon, one that nobody could ask yet is kept', async () => {
  const add = (url: string, columns: string) =>
    em().execute(
      `insert into page (retailer_id, url, kind, interval_minutes, failures, last_checked_at, next_check_at)
       values (md5('today')::uuid, '${url}', 'search', 1, ${columns})`,
    );
  await add('failing', '8, now(), now()');
  await add('failed lately', '3, now(), now()');
  await add('waits', `0, null, now() - interval '20 days'`);
  await add('waits in vain', `0, null, now() - interval '30 days'`);
  expect(await purgeExpired(em(), never)).toEqual({ "shops' searches": 2 });
  expect(await em().execute(`select url from page where kind = 'search' order by url`)).toEqual([
    { url: 'failed lately' },
    { url: 'search of today' },
    { url: 'waits' },
  ]);
});

test('many rows go in batches, and a worker that stops leaves the rest for the next', async () => {
  const add = () =>
    em().execute(
      `insert into search (query, visitor, hour, results_count, searched_at)
       select 'tea ' || n, '', 0, 1, now() - interval '40 days' from generate_series(1, 25) n`,
    );
  await add();
  expect(await purgeExpired(em(), never, 10)).toEqual({ 'counted searches': 25 });
  await add();
  expect(await purgeExpired(em(), AbortSignal.abort(), 10)).toEqual({});
  expect(await purgeExpired(em(), never, 10)).toEqual({ 'counted searches': 25 });
});

test('what operators watch does not fall when runs go: another of the retailer takes over their counts', async () => {
  await em().execute(
    `insert into run (retailer_id, kind, status, started_at, finished_at, pages_done, pages_unchanged, prices_changed, refusals)
     select md5('today')::uuid, kind, 'done', now() - age * interval '1 day', now() - age * interval '1 day', 7, 3, 2,
       '{"timeout": 2, "network": 1}'
     from unnest(array['crawl', 'crawl', 'crawl', 'feed'], array[100, 95, 1, 200]) as x(kind, age)`,
  );
  const counts = async () => {
    const { pagesDone, pagesUnchanged, pricesChanged, refusals } = await operatorFigures(em());
    return {
      pagesDone,
      pagesUnchanged,
      pricesChanged,
      refusals: Object.fromEntries(refusals.map((each) => [each.reason, each.n])),
    };
  };
  const before = await counts();
  expect(await purgeExpired(em(), never)).toEqual({ runs: 2 });
  expect(before).toMatchObject({ pagesDone: 21, refusals: { timeout: 8, network: 4 } });
  expect(await counts()).toEqual(before);
  // A feed that was imported once, long ago, has no other run: it stays.
  const rows = await em().execute(`select 1 from run where kind = 'feed'`);
  expect(rows).toHaveLength(1);
  await em().execute('delete from run where pages_done > 0');
});

test('deleting a run leaves the prices that it read', async () => {
  const [run] = await em().execute<{ id: string }[]>(
    `update run set finished_at = now() - interval '91 days' where status = 'done' and kind = 'crawl'
     and retailer_id = md5('today')::uuid returning id`,
  );
  await em().execute(
    `insert into offer (id, retailer_id, url, product_id, match_method, match_confidence, match_because, name, search_text,
       source, price_cents, availability, extraction, price_changed_at, last_seen_at)
     values (md5('o')::uuid, md5('today')::uuid, '', md5('ptoday')::uuid, 'new', 1, '[]', '', '', 'live', 1, 'in_stock', '', now(), now())`,
  );
  await em().execute(
    `insert into price_point (offer_id, slot, price_cents, availability, run_id) values (md5('o')::uuid, 1, 1, 'in_stock', ?)`,
    [run?.id],
  );
  expect(await purgeExpired(em(), never)).toEqual({ runs: 1 });
  expect(await em().execute('select slot from price_point')).toHaveLength(1);
});
