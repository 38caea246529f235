import type { EntityManager } from '@mikro-orm/postgresql';
import type { Discovery, RetailerKind, RetailerStatus } from '../../entities/retailer.ts';

/** A retailer as the seed and the catalogue describe it. */
export interface RetailerProfile {
  slug: string;
  name: string;
  category: string;
  region: string;
  website: string;
  description: string;
  trustScore10: number;
  trustBasis: string;
  kind: RetailerKind;
  render: 'http' | 'browser';
  /** ISO 4217; the currency of pages that state none. */
  currency: string;
  paceMs: number;
  discovery: Discovery;
}

export interface RetailerRow extends RetailerProfile {
  id: string;
  status: RetailerStatus;
}

const COLUMNS = `id, slug, name, category, region, website, description, trust_score10 as "trustScore10",
  trust_basis as "trustBasis", kind, render, currency, pace_ms as "paceMs", discovery, status`;

/** Adds or refreshes profiles; the status an operator chose stays. New ones get `status`. */
export async function upsertRetailers(
  em: EntityManager,
  profiles: RetailerProfile[],
  status: RetailerRow['status'],
): Promise<void> {
  await em.execute(
    `insert into retailer (slug, name, category, region, website, description, trust_score10, trust_basis,
       kind, render, currency, pace_ms, discovery, status)
     select slug, name, category, region, website, description, "trustScore10", "trustBasis", kind, render, currency,
       "paceMs", discovery, ?
     from jsonb_to_recordset(?::jsonb) as x(slug text, name text, category text, region text, website text,
       description text, "trustScore10" real, "trustBasis" text, kind text, render text, currency text, "paceMs" int, discovery jsonb)
     on conflict (slug) do update set name = excluded.name, category = excluded.category, region = excluded.region,
       website = excluded.website, description = excluded.description, trust_score10 = excluded.trust_score10,
       trust_basis = excluded.trust_basis, kind = excluded.kind, render = excluded.render,
       currency = excluded.currency, pace_ms = excluded.pace_ms, discovery = excluded.discovery`,
    [status, JSON.stringify(profiles)],
  );
}

/** The retailers that are crawled now, by name. */
export async function enabledRetailers(em: EntityManager): Promise<RetailerRow[]> {
  return em.execute<RetailerRow[]>(
    `select ${COLUMNS} from retailer where status = 'enabled' order by name`,
  );
}

/** One retailer by id or slug; null when there is none. */
export async function findRetailer(
  em: EntityManager,
  by: { id: string } | { slug: string },
): Promise<RetailerRow | null> {
  const [column, value] = 'id' in by ? ['id', by.id] : ['slug', by.slug];
  const rows = await em.execute<RetailerRow[]>(
    `select ${COLUMNS} from retailer where ${column} = ?`,
    [value],
  );
  return rows[0] ?? null;
}

/** Every retailer, enabled or not, by slug. */
export async function allRetailers(em: EntityManager): Promise<RetailerRow[]> {
  return em.execute<RetailerRow[]>(`select ${COLUMNS} from retailer order by slug`);
}
