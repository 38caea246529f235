import type { EntityManager } from '@mikro-orm/postgresql';
import { NOT_SET_ASIDE } from './pages.ts';

export interface RetailerProgress {
  pages: number;
  checked: number;
  refused: number;
  offers: number;
  refusals: { reason: string; pages: number }[];
}

/** One retailer's pages and offers, and why pages gave none. */
export async function retailerProgress(
  em: EntityManager,
  retailerId: string,
): Promise<RetailerProgress> {
  const [row] = await em.execute<RetailerProgress[]>(
    `select count(*)::int as pages, count(last_checked_at)::int as checked,
       (count(*) filter (where last_outcome in ('refused', 'failed')))::int as refused,
       (select count(*)::int from offer where retailer_id = ?) as offers,
       (select coalesce(jsonb_agg(jsonb_build_object('reason', reason, 'pages', n) order by n desc), '[]') from (
         select last_reason as reason, count(*)::int as n from page
         where retailer_id = ? and last_reason is not null group by 1) reasons) as refusals
     from page where retailer_id = ?`,
    [retailerId, retailerId, retailerId],
  );
  if (!row) throw new Error('an aggregate gave no row');
  return row;
}

export interface CrawlProgress {
  retailers: number;
  pages: number;
  checked: number;
  due: number;
  offers: number;
}

/** How far the crawl of all enabled retailers is: pages known, read at least once, and due now. */
export async function crawlProgress(em: EntityManager): Promise<CrawlProgress> {
  const rows = await em.execute<CrawlProgress[]>(
    `select count(distinct r.id)::int as retailers, count(p.id)::int as pages,
       count(p.last_checked_at)::int as checked,
       (count(*) filter (where p.next_check_at <= now() and ${NOT_SET_ASIDE}))::int as due,
       (select count(*)::int from offer) as offers
     from retailer r left join page p on p.retailer_id = r.id where r.status = 'enabled'`,
  );
  return rows[0] ?? { retailers: 0, pages: 0, checked: 0, due: 0, offers: 0 };
}
