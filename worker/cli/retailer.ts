/* `cli retailer list | enable | disable | check | add | remove`: manages retailers and their profiles. */
import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Retailer } from '#db/entities/retailer.ts';
import {
  allRetailers,
  deleteWithoutOffers,
  findRetailer,
  type RetailerRow,
  switchRetailers,
} from '#db/queries/retailers/retailers.ts';
import { loadConfig } from '#db/runtime/config.ts';
import {
  type Profiles,
  profileFolders,
  type RealRetailer,
  readProfiles,
  readRealRetailers,
  SLUG,
} from '#db/seed/real-retailers.ts';
import { seedRetailers } from '#db/seed/seed-retailers.ts';
import { OperatorError, UsageError } from '#domain/errors.ts';
import { requireRetailer, withDatabase } from './database.ts';
import type { Report } from './terminal.ts';

export const ALL_DEMO_SHOPS = 'demo-shops';

const EVIDENCE = { tried: 'tried', 'public-reports': 'by public reports', unchecked: 'unchecked' };
const COLUMNS = [24, 10, 28, 28, 0];

/**
 * Adds every valid profile to the database, prints the faults of the others on stderr, and runs `work`. `beforehand` changes profile files
 * once the database is open.
 */
function withRetailers(
  work: (em: EntityManager, profiles: Profiles['retailers']) => Promise<Report>,
  beforehand: (em: EntityManager) => void | Promise<void> = () => {},
): Promise<Report> {
  return withDatabase(async (em, { config }) => {
    await beforehand(em);
    const { retailers, faults } = await seedRetailers(em, config);
    for (const fault of faults) process.stderr.write(`Profile skipped: ${fault}\n`);
    return work(em, retailers);
  });
}

export function listRetailers({ enabled = false }: { enabled?: boolean }): Promise<Report> {
  return withRetailers(async (em, profiles) => {
    const rows = (await allRetailers(em)).filter(({ status }) => !enabled || status === 'enabled');
    const data = rows.map(({ slug, status, name, category, kind }) => {
      const profile = profiles.find((known) => known.slug === slug);
      const access = profile ? `${profile.access}, ${evidenceText(profile)}` : kind;
      return { slug, status, name, category, access };
    });
    const head = ['SLUG', 'STATUS', 'NAME', 'CATEGORY', 'ACCESS'];
    const lines = [head, ...data.map((row) => Object.values(row))].map((cells) =>
      cells.map((cell, index) => cell.padEnd(COLUMNS[index] ?? 0)).join(''),
    );
    return { data, lines };
  });
}

/** Enables a retailer; a real one disables all demo shops. */
export function enable(slug: string): Promise<Report> {
  return withRetailers(async (em, profiles) => {
    const profile = profiles.find((known) => known.slug === slug);
    const data = await setStatus(em, slug, 'enabled');
    const lines = data.map((retailer) => `${retailer.name} is enabled. ${nextStep(retailer)}`);
    if (profile) {
      lines.push(`Access (${evidenceText(profile)}): ${profile.accessNote}`);
      lines.push('The demo shops are disabled, so that real and invented prices never mix.');
    }
    return { data, lines };
  });
}

function nextStep({ slug, kind }: RetailerRow): string {
  return kind === 'feed'
    ? `It is not crawled. Import its feed: npm run cli -- feed:import ${slug} <file>`
    : 'A running worker starts to crawl it.';
}

/** Disables a retailer; its offers and history are kept. */
export function disable(slug: string): Promise<Report> {
  return withRetailers(async (em) => {
    const data = await setStatus(em, slug, 'disabled');
    const kept = 'is disabled: no longer crawled or shown. Its offers and history are kept.';
    return { data, lines: data.map(({ name }) => `${name} ${kept}`) };
  });
}

function evidenceText({ evidence, asOf }: RealRetailer): string {
  return `${EVIDENCE[evidence]}, ${asOf}`;
}

/** Validates these files, or every known profile. Fails when one has a fault. */
export async function checkProfiles(files: readonly string[]): Promise<Report> {
  requireFiles(files);
  const { dataDir, localShops } = loadConfig();
  const { retailers, faults } =
    files.length > 0
      ? readProfiles(files, localShops)
      : readRealRetailers(profileFolders(dataDir), localShops);
  const data = { sound: retailers.map(({ slug }) => slug), faults };
  return {
    data,
    lines: [...faults, `Valid profiles: ${retailers.length}.`],
    failed: faults.length > 0,
  };
}

/** Copies a valid profile to DATA_DIR/retailers and adds its retailer, disabled. Throws OperatorError for a fault. */
export async function addProfile(file: string): Promise<Report> {
  requireFiles([file]);
  const { retailers, faults } = readProfiles([file], loadConfig().localShops);
  const [profile] = retailers;
  if (!profile) throw new OperatorError(faults.join('\n'));
  const { slug, name } = profile;
  const path = ownFile(slug);
  const done = existsSync(path) ? 'replaced' : 'added';
  const next = `Enable it with: npm run cli -- retailer enable ${slug}`;
  return withRetailers(
    async () => ({ data: { slug, path }, lines: [`${name} is ${done}. ${next}`] }),
    () => {
      mkdirSync(dirname(path), { recursive: true });
      if (path !== file) copyFileSync(file, path);
    },
  );
}

/** Removes an operator's own profile and its file, and its retailer unless it has offers. */
export async function removeProfile(slug: string): Promise<Report> {
  // The slug becomes a file name.
  if (!SLUG.test(slug)) throw new UsageError(`'${slug}' is not a retailer's slug.`);
  const path = ownFile(slug);
  return withRetailers(
    async (em, profiles) => {
      if (profiles.some((known) => known.slug === slug)) {
        return { data: { slug }, lines: [`${slug} uses its shipped profile again.`] };
      }
      const isGone = !(await findRetailer(em, { slug })) || (await deleteWithoutOffers(em, slug));
      if (!isGone) await setStatus(em, slug, 'disabled');
      const kept = 'it is disabled, and its offers and history are kept.';
      return { data: { slug, isGone }, lines: [`${slug} is removed${isGone ? '.' : `: ${kept}`}`] };
    },
    async (em) => {
      // Its file may lie on another machine.
      if (!existsSync(path) && !(await findRetailer(em, { slug }))?.isOwn) {
        throw new OperatorError(
          `${path} does not exist; only profiles that were added can be removed. To stop any retailer: npm run cli -- retailer disable ${slug}`,
        );
      }
      rmSync(path, { force: true });
      await em.nativeUpdate(Retailer, { slug }, { isOwn: false });
    },
  );
}

/** Throws OperatorError for a file that does not exist. */
function requireFiles(files: readonly string[]): void {
  const missing = files.find((file) => !existsSync(file));
  if (missing !== undefined) throw new OperatorError(`There is no file ${missing}.`);
}

/** The path of an operator's own profile. */
export function ownFile(slug: string): string {
  return join(loadConfig().dataDir, 'retailers', `${slug}.json`);
}

/** Writes a new profile. Throws OperatorError for a file that exists. */
export function writeProfile(path: string, profile: object): void {
  if (existsSync(path)) throw new OperatorError(`${path} exists already; it was not changed.`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(profile, null, 2)}\n`, { flag: 'wx' });
}

/** Enables or disables a retailer or all demo shops. Throws OperatorError for demo shops beside a real retailer. */
export async function setStatus(
  em: EntityManager,
  slug: string,
  status: 'enabled' | 'disabled',
): Promise<RetailerRow[]> {
  const retailers =
    slug === ALL_DEMO_SHOPS
      ? (await allRetailers(em)).filter(({ kind }) => kind === 'demo')
      : [await requireRetailer(em, slug)];
  const ids = retailers.map(({ id }) => id);
  if ((await switchRetailers(em, ids, status)) === 'done') return retailers;
  throw new OperatorError(
    'Demo shops cannot be enabled while a real retailer is enabled, because their prices are invented. Disable the real retailers first.',
  );
}
