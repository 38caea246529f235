import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * A word that changes whenever a price of any retailer has changed, a run was held back or undone, or a retailer was
 * enabled or paused: from the runs of the last two days, an index lookup a retailer.
 */
export async function catalogueVersion(em: EntityManager): Promise<string> {
  const [row] = await em.execute<{ version: string | null }[]>(
    `select md5(string_agg(r.slug || r.status || coalesce(d.state, ''), ',' order by r.slug)) as version
     from retailer r left join lateral (
       select string_agg(run.id || run.status || run.prices_changed, ',' order by run.id) as state from run
       where retailer_id = r.id and started_at > now() - interval '2 days' and (prices_changed > 0 or status <> 'done')) d on true
     where r.status = 'enabled'`,
  );
  return row?.version ?? 'empty';
}

/** A word that changes whenever an offer of the product was seen, changed, joined or left; null when it has none. */
export async function productVersion(em: EntityManager, id: string): Promise<string | null> {
  const [row] = await em.execute<{ version: string | null }[]>(
    `select md5(string_agg(concat(o.id, o.price_cents, o.availability, o.last_seen_at, r.status), ',' order by o.id)) as version
     from offer o join retailer r on r.id = o.retailer_id where o.product_id = ?`,
    [id],
  );
  return row?.version ?? null;
}
