import type { EntityManager } from '@mikro-orm/postgresql';
import { upsertRetailers } from '../queries/retailers/retailers.ts';
import {
  endDemonstration,
  isRealRetailerEnabled,
  lockSwitch,
} from '../queries/retailers/switch-retailers.ts';
import { DEMO_RETAILERS } from './demo-retailers.ts';
import { profileOf, readRealRetailers } from './real-retailers.ts';

/**
 * Stores the profiles in the code as retailers; operators' switches stay. Real ones begin disabled; demo shops are refused while
 * a real one is enabled. Throws OperatorError for a profile with a fault.
 */
export async function seedRetailers(em: EntityManager, options: { demoRetailers: boolean }) {
  const real = readRealRetailers().map(profileOf);
  await em.transactional(async (tx) => {
    await lockSwitch(tx);
    await upsertRetailers(tx, real, 'disabled');
    if (!options.demoRetailers || (await isRealRetailerEnabled(tx))) {
      return endDemonstration(tx);
    }
    await upsertRetailers(tx, DEMO_RETAILERS, 'enabled');
  });
}
