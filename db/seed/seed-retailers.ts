import type { EntityManager } from '@mikro-orm/postgresql';
import { Retailer } from '../entities/retailer.ts';
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
  const [shipped, own] = dataDir === undefined ? [] : profileFolders(dataDir);
  const profiles = readRealRetailers(shipped && own ? [shipped, own] : undefined, localShops);
  const isOwn = new Set(own ? readRealRetailers([own], localShops).retailers.map(slugOf) : []);
  const real = profiles.retailers.map((each) => ({
    ...profileOf(each),
    isOwn: isOwn.has(each.slug),
  }));
  await inTransaction(em, async (tx) => {
    await lockSwitch(tx);
    // A machine without the operator's file must not write the shipped profile back.
    const keptElsewhere = new Set((await tx.find(Retailer, { isOwn: true })).map(slugOf));
    const mine = real.filter((each) => each.isOwn || !keptElsewhere.has(each.slug));
    await upsertRetailers(tx, mine, 'disabled');
    if (!demoRetailers || (await isRealRetailerEnabled(tx))) return endDemonstration(tx);
    await upsertRetailers(tx, DEMO_RETAILERS, 'enabled');
  });
  return profiles;
}

const slugOf = ({ slug }: { slug: string }) => slug;
