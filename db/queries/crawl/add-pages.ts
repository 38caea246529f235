/* Adds the pages that the crawl finds and those that a shopper's search needs. SQL text: bulk upserts from a list and from a select. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { PageKind } from '../../entities/page.ts';
import { tables } from '../sql/tables.ts';
import { SEARCH_PRIORITY } from './pages.ts';

export interface NewPage {
  url: string;
  kind: PageKind;
  /** Among due pages the higher priority is fetched first. */
  priority: number;
}

/** An index row holds 2,704 bytes. */
const LONGEST_URL = 2_000;
/** Most pages of one retailer, since filter links can go on forever; at a page a second, three days would not read more. */
const MOST_PAGES = 200_000;
/** Most sitemaps of one retailer: each names up to 50,000 pages, and an index may list itself with ever new queries. */
const MOST_SITEMAPS = 1_000;

/** Adds unknown pages up to `mostPages`; known pages stay unchanged. Returns the number added. */
export async function addPages(
  em: EntityManager,
  retailerId: string,
  pages: NewPage[],
  intervalMinutes: number,
  mostPages = MOST_PAGES,
): Promise<number> {
  const possible = pages.filter(({ url }) => url.length <= LONGEST_URL);
  if (possible.length === 0) return 0;
  const { numAffectedRows } = await sql`
    with unknown as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(possible)}::jsonb) as x(url text, kind text, priority smallint)
      where not exists (select 1 from page where page.url = x.url))
    insert into page (retailer_id, url, kind, priority, interval_minutes)
    select ${retailerId}::uuid, url, kind, priority, ${intervalMinutes}::int
    from (select *, row_number() over (partition by kind) as nth from unknown) as u
    where kind <> 'sitemap' or nth <= ${MOST_SITEMAPS}::int -
      (select count(*) from page where retailer_id = ${retailerId}::uuid and kind = 'sitemap')
    limit case when exists (select 1 from unknown)
      then greatest(0, ${mostPages}::int - (select count(*) from page where retailer_id = ${retailerId}::uuid)) else 0 end
    on conflict (url) do nothing`.execute(tables(em));
  return Number(numAffectedRows);
}

/** Makes the shops' search pages for a query due unless they were read within the hour. Returns the number of shops to ask. */
export async function askShops(em: EntityManager, query: string, intervalMinutes: number) {
  const { numAffectedRows } = await sql`
    insert into page as p (retailer_id, url, kind, priority, interval_minutes)
    select id, replace(discovery->>'searchUrlTemplate', '{query}', ${encodeURIComponent(query)}::text), 'search',
      ${SEARCH_PRIORITY}::smallint, ${intervalMinutes}::int
    from retailer r where status = 'enabled' and kind <> 'feed' and discovery->>'searchUrlTemplate' is not null
      and not exists (select 1 from quarantine where retailer_id = r.id and ended_at is null)
    on conflict (url) do update set next_check_at = now()
      where p.last_checked_at < now() - interval '1 hour' and p.next_check_at > now()`.execute(
    tables(em),
  );
  return Number(numAffectedRows);
}
