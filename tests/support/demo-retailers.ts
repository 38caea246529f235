import type { EntityManager } from '@mikro-orm/postgresql';
import { upsertRetailers } from '#db/queries/retailers/retailers.ts';
import { DEMO_RETAILERS } from '#db/seed/demo-retailers.ts';

/** Enables every demo shop, without a pause between pages. */
export async function enableDemoRetailers(em: EntityManager): Promise<void> {
  const profiles = DEMO_RETAILERS.map((profile) => ({ ...profile, paceMs: 0 }));
  await upsertRetailers(em, profiles, 'enabled');
}
