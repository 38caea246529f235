/*
 * Real Australian retailers, one JSON file each: those shipped in real-retailers/, and those of DATA_DIR/retailers
 * (docs/add-a-retailer.md).
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import type { ProductSelectors } from '#db/entities/retailer.ts';
import { DEMO_HOST_SUFFIX } from '#domain/demo-shops.ts';
import { messageOf } from '#domain/errors.ts';
import { retailerFacts } from '#domain/retailers/retailer-facts.ts';
import type { RetailerProfile } from '../queries/retailers/retailers.ts';

/** How prices are read. 'refuses' and 'feed-only' shops are not crawled; `feed:import` imports their offers. */
const RETAILER_ACCESS = ['plain-http', 'needs-browser', 'refuses', 'feed-only'] as const;
/** The source of a profile: our own visit, reports of public scraper projects, or none yet. */
const EVIDENCE = ['tried', 'public-reports', 'unchecked'] as const;
/** What robots.txt said when the profile was checked; every crawl reads and obeys the current one regardless. */
const ROBOTS = ['not-read', 'allows', 'denies-some', 'denies-all'] as const;

const webAddress = z.url({ protocol: /^https?$/ });

const selector = z.string().min(1).max(300).exactOptional();
/** CSS selectors of a product page's fields. */
export const productSelectors = z.strictObject({
  name: z.string().min(1).max(300),
  price: z.string().min(1).max(300),
  originalPrice: selector,
  availability: selector,
  brand: selector,
  gtin: selector,
  sku: selector,
  image: selector,
});

/** A retailer's slug, also the name of its profile file. */
export const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

const profileFile = z.strictObject({
  slug: z.string().regex(SLUG, 'lower-case letters, digits and hyphens'),
  name: z.string().min(1),
  category: z.string().min(1),
  region: z.string().min(1),
  website: webAddress,
  description: z.string().min(1),
  /** Note for shoppers on its prices: they differ by store, or are for members. */
  priceNote: z
    .string()
    .regex(/^[A-Z].{9,190}\.$/, 'a sentence for shoppers')
    .exactOptional(),
  trustScore10: z.number().min(0).max(10),
  trustBasis: z.string().min(20, 'a sentence that says what the score rests on'),
  access: z.enum(RETAILER_ACCESS),
  accessNote: z.string().min(10, 'a sentence that says what is known of the access'),
  evidence: z.enum(EVIDENCE),
  asOf: z.iso.date(),
  robots: z.enum(ROBOTS).default('not-read'),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'an ISO 4217 code')
    .default('AUD'),
  paceMs: z.int().min(1_000, 'at least a second between two requests').max(600_000).default(5_000),
  discovery: z
    .strictObject({
      sitemap: z.boolean().default(true),
      sitemapUrls: z.array(webAddress).default([]),
      listUrls: z.array(webAddress).default([]),
      searchUrlTemplate: webAddress
        .regex(/\{query\}/, 'an address with {query} in it')
        .nullable()
        .default(null),
      selectors: productSelectors.exactOptional(),
    })
    .prefault({}),
  ...retailerFacts.shape,
});

/** A profile as its file states it: fields that have their default may be left out. */
export type ProfileFile = z.input<typeof profileFile>;
export type RealRetailer = z.infer<typeof profileFile>;

const SHIPPED = join(import.meta.dirname, 'real-retailers');

/** The profile folders: the shipped one, then the operator's own, whose profiles replace shipped ones with the same slug. */
export function profileFolders(dataDir: string): string[] {
  return [SHIPPED, join(dataDir, 'retailers')];
}

/** The valid profiles by slug, and the faults of the others: 'shop.json: paceMs: at least a second …'. */
export interface Profiles {
  retailers: RealRetailer[];
  faults: string[];
}

/** Reads the profiles of the folders. Leaves out invalid files. `localShops` are the origins that may use http. */
export function readRealRetailers(
  folders: readonly string[] = [SHIPPED],
  localShops: readonly string[] = [],
): Profiles {
  const files = folders.filter(existsSync).flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => join(folder, name)),
  );
  return readProfiles(files, localShops);
}

/** Reads the profiles of these files; the last one of a slug wins. */
export function readProfiles(
  files: readonly string[],
  localShops: readonly string[] = [],
): Profiles {
  const bySlug = new Map<string, RealRetailer>();
  const faults: string[] = [];
  for (const file of files) {
    const read = readProfile(file, localShops);
    if ('retailer' in read) bySlug.set(read.retailer.slug, read.retailer);
    else faults.push(...read.faults.map((fault) => `${basename(file)}: ${fault}`));
  }
  const retailers = [...bySlug.values()].sort((a, b) => (a.slug < b.slug ? -1 : 1));
  return { retailers, faults };
}

function readProfile(
  file: string,
  localShops: readonly string[],
): { retailer: RealRetailer } | { faults: string[] } {
  try {
    const json: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return checkProfile(json, basename(file, '.json'), localShops);
  } catch (error) {
    return { faults: [messageOf(error)] };
  }
}

/** A profile of a file called like `fileSlug` (null: of no file), or its faults. */
export function checkProfile(
  json: unknown,
  fileSlug: string | null,
  localShops: readonly string[],
): { retailer: RealRetailer } | { faults: string[] } {
  const parsed = profileFile.safeParse(json, {
    error: ({ input }) => (input === undefined ? 'missing' : undefined),
  });
  if (!parsed.success) {
    const { issues } = parsed.error;
    const faults = issues.map(({ path, message }) => `${path.join('.') || 'file'}: ${message}`);
    return { faults: [...faults, ...openFaults(json)] };
  }
  const faults = [...openFaults(parsed.data), ...ownFaults(parsed.data, fileSlug, localShops)];
  return faults.length > 0 ? { faults } : { retailer: parsed.data };
}

/** Fields that `retailer try` left for a person to fill in. */
function openFaults(retailer: unknown): string[] {
  if (typeof retailer !== 'object' || retailer === null) return [];
  return Object.entries(retailer)
    .filter(([, value]) => typeof value === 'string' && /\bTODO\b/.test(value))
    .map(([field]) => `${field}: still says TODO`);
}

/** A crawl stays on its retailer's host, so addresses on other hosts would have no effect. */
function ownFaults(
  { slug, website, discovery }: RealRetailer,
  fileSlug: string | null,
  localShops: readonly string[],
): string[] {
  const { host, hostname } = new URL(website);
  const { sitemapUrls, listUrls, searchUrlTemplate } = discovery;
  const addresses = [...sitemapUrls, ...listUrls, searchUrlTemplate ?? website];
  const isPlain = (address: string) =>
    address.startsWith('http:') && !localShops.includes(new URL(address).origin);
  return [
    ...(fileSlug === null || slug === fileSlug
      ? []
      : [`slug: the file must be called ${slug}.json`]),
    ...(hostname.endsWith(DEMO_HOST_SUFFIX) ? ['website: it is a demo shop'] : []),
    ...new Set([website, ...addresses])
      .values()
      .filter(isPlain)
      .map((address) => `website: ${address} must use https, unless LOCAL_SHOPS names its origin`),
    ...addresses
      .filter((address) => new URL(address).host !== host)
      .map((address) => `discovery: ${address} is not on ${host}`),
  ];
}

/** The profile as a row of the retailer table. Shops that refuse crawling become feed retailers. */
export function profileOf(retailer: RealRetailer): RetailerProfile {
  const { accessNote: _, evidence: _evidence, asOf: _asOf, robots: _robots, ...stated } = retailer;
  const { access, priceNote, description, ...row } = stated;
  const isFed = access === 'refuses' || access === 'feed-only';
  return {
    ...row,
    description: priceNote ? `${description}. ${priceNote}` : description,
    kind: isFed ? 'feed' : 'real',
    render: access === 'needs-browser' ? 'browser' : 'http',
  };
}

/** Returns the selectors in the profile of an address's shop; undefined if it has none. */
export type SelectorsOf = (url: string) => ProductSelectors | undefined;

/** Looks up selectors by host in the valid profiles of the folders. */
export function profileSelectors(
  folders?: readonly string[],
  localShops?: readonly string[],
): SelectorsOf {
  const byHost = new Map<string, ProductSelectors>();
  for (const { website, discovery } of readRealRetailers(folders, localShops).retailers)
    if (discovery.selectors) byHost.set(bareHost(website), discovery.selectors);
  return (url) => byHost.get(bareHost(url));
}

/** 'https://www.shop.example/x' → 'shop.example'; '' for an invalid address. */
function bareHost(url: string): string {
  return (URL.parse(url)?.host ?? '').replace(/^www\./, '');
}
