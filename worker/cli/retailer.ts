/* `cli retailer list | enable <slug> | disable <slug>`: which retailers are read. Real ones begin disabled, to be checked first. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { allRetailers, type RetailerRow } from '#db/queries/retailers/retailers.ts';
import { switchRetailers } from '#db/queries/retailers/switch-retailers.ts';
import { loadConfig } from '#db/runtime/config.ts';
import { type RealRetailer, readRealRetailers } from '#db/seed/real-retailers.ts';
import { seedRetailers } from '#db/seed/seed-retailers.ts';
import { OperatorError } from '#domain/errors.ts';
import { requireRetailer, withDatabase } from './database.ts';
import type { Say } from './terminal.ts';

/** Stands for all demo shops where a retailer's slug is asked for. */
export const ALL_DEMO_SHOPS = 'demo-shops';

/** Runs `retailer`; returns the exit code. Throws OperatorError for an unknown action or retailer. */
export async function retailerCommand(args: readonly string[], say: Say): Promise<number> {
  const [action = '', slug = ''] = args;
  if (action !== 'list' && !((action === 'enable' || action === 'disable') && slug !== '')) {
    throw new OperatorError(
      'Say `retailer list`, `retailer enable <slug>` or `retailer disable <slug>`.',
    );
  }
  const config = loadConfig();
  return withDatabase(config, async (em) => {
    await seedRetailers(em, config);
    if (action === 'list') return list(em, say);
    return action === 'enable' ? enable(em, slug, say) : disable(em, slug, say);
  });
}

async function list(em: EntityManager, say: Say): Promise<number> {
  const profiles = new Map(readRealRetailers().map((profile) => [profile.slug, profile]));
  for (const retailer of await allRetailers(em)) {
    const { slug, status, name, category } = retailer;
    const access = profiles.get(slug);
    const known = access ? `${access.access}, ${believed(access)}` : retailer.kind;
    say(`${slug.padEnd(24)}${status.padEnd(10)}${name.padEnd(28)}${category.padEnd(28)}${known}`);
  }
  return 0;
}

async function enable(em: EntityManager, slug: string, say: Say): Promise<number> {
  const profile = readRealRetailers().find((known) => known.slug === slug);
  for (const retailer of await enableRetailer(em, slug)) {
    say(`${retailer.name} is enabled. ${whatFollows(retailer)}`);
  }
  if (profile) {
    say(`Known of its access (${believed(profile)}): ${profile.accessNote}`);
    say('The demo shops are disabled: real and invented prices never stand side by side.');
  }
  return 0;
}

function whatFollows({ slug, kind }: RetailerRow): string {
  return kind === 'feed'
    ? `It is not crawled; import its offers with \`npm run cli -- feed:import ${slug} <file>\`.`
    : 'A running worker reads it from now on.';
}

async function disable(em: EntityManager, slug: string, say: Say): Promise<number> {
  for (const { name } of await disableRetailer(em, slug)) {
    say(`${name} is disabled: not read, not shown; its offers and history are kept.`);
  }
  return 0;
}

function believed({ evidence, asOf }: RealRetailer): string {
  const said = { tried: 'tried', 'public-reports': 'by public reports', unchecked: 'unchecked' };
  return `${said[evidence]}, ${asOf}`;
}

/** Enables a retailer, or all demo shops unless a real one is enabled; a real one disables those. Throws OperatorError if it cannot. */
export async function enableRetailer(em: EntityManager, slug: string): Promise<RetailerRow[]> {
  const retailers = await named(em, slug);
  if ((await switchRetailers(em, idsOf(retailers), 'enabled')) === 'done') return retailers;
  throw new OperatorError(
    'Demo shops cannot be enabled while a real retailer is: their prices are invented. Disable the real ones first.',
  );
}

/** Disables a retailer, or all demo shops: not crawled, not shown, nothing deleted. Throws OperatorError for an unknown slug. */
export async function disableRetailer(em: EntityManager, slug: string): Promise<RetailerRow[]> {
  const retailers = await named(em, slug);
  await switchRetailers(em, idsOf(retailers), 'disabled');
  return retailers;
}

function idsOf(retailers: readonly RetailerRow[]): string[] {
  return retailers.map(({ id }) => id);
}

async function named(em: EntityManager, slug: string): Promise<RetailerRow[]> {
  if (slug === ALL_DEMO_SHOPS) {
    return (await allRetailers(em)).filter(({ kind }) => kind === 'demo');
  }
  return [await requireRetailer(em, slug)];
}
