import type { EntityManager } from '@mikro-orm/postgresql';
import {
  disableDemoRetailers,
  isRealRetailerEnabled,
  upsertRetailers,
} from '../queries/retailers.ts';
import { DEMO_RETAILERS } from './demo-retailers.ts';
import { profileOf, readRealRetailers } from './real-retailers.ts';

/** Any fixed number: several workers starting at once seed one after the other. */
const SEED_LOCK = 4_321_002;

/**
 * Brings the retailer table up to the profiles in the code; what an operator enabled or paused stays so. Real
 * retailers begin disabled. Demo shops are refused while a real one is enabled. Throws OperatorError for a profile
 * with a fault.
 */
export async function seedRetailers(
  em: EntityManager,
  options: { demoRetailers: boolean },
): Promise<void> {
  const real = readRealRetailers().map(profileOf);
  await em.transactional(async (tx) => {
    await tx.execute('select pg_advisory_xact_lock(?)', [SEED_LOCK]);
    await upsertRetailers(tx, real, 'disabled');
    if (!options.demoRetailers || (await isRealRetailerEnabled(tx))) {
      return disableDemoRetailers(tx);
    }
    const profiles = DEMO_RETAILERS.map(({ trustScore, ...profile }) => ({
      ...profile,
      trustScore10: trustScore,
      kind: 'demo' as const,
    }));
    await upsertRetailers(tx, profiles, 'enabled');
  });
}
