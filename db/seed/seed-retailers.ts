import type { EntityManager } from '@mikro-orm/postgresql';
import {
  endDemonstration,
  isRealRetailerEnabled,
  lockSwitch,
  upsertRetailers,
} from '../queries/retailers/retailers.ts';
import { inTransaction } from '../queries/sql/in-transaction.ts';
import { DEMO_RETAILERS } from './demo-retailers.ts';
import { type Profiles, profileFolders, profileOf, readRealRetailers } from './real-retailers.ts';

/**
 * Stores the profiles as retailers and keeps statuses set by operators. Real retailers start disabled; demo shops are disabled while a
 * real one is enabled. Returns the profiles and their faults.
 */
export async function seedRetailers(
  em: EntityManager,
  options: { demoRetailers: boolean; dataDir?: string; localShops?: readonly string[] },
): Promise<Profiles> {
  const { dataDir, demoRetailers, localShops } = options;
  const folders = dataDir === undefined ? undefined : profileFolders(dataDir);
  const profiles = readRealRetailers(folders, localShops);
  const real = profiles.retailers.map(profileOf);
  await inTransaction(em, async (tx) => {
    await lockSwitch(tx);
    await upsertRetailers(tx, real, 'disabled');
    if (!demoRetailers || (await isRealRetailerEnabled(tx))) return endDemonstration(tx);
    await upsertRetailers(tx, DEMO_RETAILERS, 'enabled');
  });
  return profiles;
}
