import type { EntityManager } from '@mikro-orm/postgresql';

/** What operators watch, over the whole installation. */
export interface OperatorFigures {
  pagesDone: number;
  pagesUnchanged: number;
  pricesChanged: number;
  offers: number;
  /** Pages that may be read now; those of quarantined retailers wait. */
  due: number;
  /** Summed over all runs. */
  refusals: { reason: string; n: number }[];
  /** Seconds since a page of the enabled retailer was last read well; those never read are left out. */
  retailers: { slug: string; ageS: number }[];
  /** Retailers whose readings are held, and for how many seconds. */
  quarantined: { slug: string; kind: string; ageS: number }[];
  mails: { state: string; n: number }[];
}

/** The figures as the rows have them now; one round trip. */
export async function operatorFigures(em: EntityManager): Promise<OperatorFigures> {
  const [row] = await em.execute<OperatorFigures[]>(
    `select coalesce(sum(pages_done), 0)::int as "pagesDone", coalesce(sum(pages_unchanged), 0)::int as "pagesUnchanged",
       coalesce(sum(prices_changed), 0)::int as "pricesChanged",
       (select count(*)::int from offer) as offers,
       (select count(*)::int from page p join retailer r on r.id = p.retailer_id and r.status = 'enabled'
         where p.next_check_at <= now() and p.deaths < 3
           and not exists (select 1 from quarantine where retailer_id = r.id and ended_at is null)) as due,
       (select coalesce(jsonb_agg(jsonb_build_object('reason', reason, 'n', n)), '[]') from (
         select key as reason, sum(value::int)::int as n from run, jsonb_each_text(run.refusals) group by key) x) as refusals,
       (select coalesce(jsonb_agg(jsonb_build_object('slug', slug, 'ageS', age)), '[]') from (
         select r.slug, extract(epoch from now() - max(p.last_checked_at))::int as age
         from retailer r join page p on p.retailer_id = r.id
         where r.status = 'enabled' and p.last_outcome in ('stored', 'unchanged') group by r.slug) x) as retailers,
       (select coalesce(jsonb_agg(jsonb_build_object('slug', r.slug, 'kind', q.kind,
           'ageS', extract(epoch from now() - q.began_at)::int)), '[]')
         from quarantine q join retailer r on r.id = q.retailer_id where q.ended_at is null) as quarantined,
       (select coalesce(jsonb_agg(jsonb_build_object('state', state, 'n', n)), '[]') from (
         select state, count(*)::int as n from mail group by state) x) as mails
     from run where kind = 'crawl'`,
  );
  if (!row) throw new Error('an aggregate gave no row');
  return row;
}
