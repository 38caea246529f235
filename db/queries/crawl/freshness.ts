import type { EntityManager } from '@mikro-orm/postgresql';
import type { RetailerKind, RetailerStatus } from '../../entities/retailer.ts';

/** How fresh one retailer's prices are, computed from its pages and runs. */
export interface FreshnessRow {
  slug: string;
  name: string;
  category: string;
  region: string;
  website: string;
  trustScore10: number;
  kind: RetailerKind;
  status: RetailerStatus;
  offers: number;
  lastSuccessAt: Date | null;
  /** Median minutes since its offers were last seen; null without offers. */
  medianAgeMinutes: number | null;
  pagesRead: number;
  pagesRefused: number;
  /** Since when what we read of it is held for checking; null when it is not. */
  heldSince: Date | null;
}

/** Every enabled retailer's freshness, by name. */
export async function retailerFreshness(em: EntityManager): Promise<FreshnessRow[]> {
  return em.execute<FreshnessRow[]>(
    `select r.slug, r.name, r.category, r.region, r.website, r.trust_score10 as "trustScore10", r.kind, r.status,
       coalesce(o.offers, 0)::int as offers, p.last_success as "lastSuccessAt",
       o.median_age::int as "medianAgeMinutes", coalesce(p.read, 0)::int as "pagesRead",
       coalesce(p.refused, 0)::int as "pagesRefused",
       (select q.began_at from quarantine q where q.retailer_id = r.id and q.ended_at is null) as "heldSince"
     from retailer r
     left join (select retailer_id, count(*) as offers, percentile_cont(0.5) within group (
         order by extract(epoch from now() - last_seen_at) / 60) as median_age
       from offer group by retailer_id) o on o.retailer_id = r.id
     left join (select retailer_id, max(last_checked_at) filter (where last_outcome in ('stored', 'unchanged')) as last_success,
         count(last_checked_at) as read, count(*) filter (where last_outcome in ('refused', 'failed')) as refused
       from page group by retailer_id) p on p.retailer_id = r.id
     where r.status = 'enabled' order by r.name`,
  );
}
