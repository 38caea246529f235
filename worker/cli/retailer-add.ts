/* `cli retailer add <address>`: previews a shop from its home page, writes its profile and enables it once a person agrees. */
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { logger } from '#db/runtime/log.ts';
import { productSelectors } from '#db/seed/real-retailers.ts';
import { OperatorError, UsageError } from '#domain/errors.ts';
import { refusalWords } from '#domain/offers/offer-refusal.ts';
import { type FoundProduct, isReadable } from '#domain/retailers/found-shop.ts';
import { openCrawl } from '../crawl/services.ts';
import { paceOf, previewShop, type ShopPreview } from '../retailers/preview-shop.ts';
import { tryHint } from '../retailers/try-page.ts';
import { withDatabase } from './database.ts';
import { addProfile, enable, ownFile, writeProfile } from './retailer.ts';
import { progressOf, type Report } from './terminal.ts';

const LONGEST_NAME = 48;

export interface AddOptions {
  /** Enables without a question. */
  yes?: boolean;
  /** `field=css` of the retailer's profile. */
  selector?: string[];
}

/** Adds a profile file, or the shop at a web address. Fails when the shop refuses us or no product has a price. */
export async function addRetailer(target: string, options: AddOptions = {}): Promise<Report> {
  const url = /^https?:\/\//.test(target) ? URL.parse(target) : null;
  if (!url) return addProfile(target);
  const selectors = selectorsOf(options.selector ?? []);
  const preview = await withDatabase(async (em, { config, orm }) => {
    const crawl = openCrawl(config, orm, logger('retailer add'));
    const progress = progressOf(url.host, 'requests');
    try {
      const paceMs = paceOf(url.href, config.localShops);
      const onRead = (read: string, requests: number) => progress.at(requests, null, read);
      const { fetcher } = crawl;
      return await previewShop(url.href, { em, fetcher, paceMs, selectors, onRead });
    } finally {
      progress.end();
      await crawl.close();
    }
  });
  const lines = [...previewLines(preview)];
  const { profile } = preview;
  if (!profile || !isReadable(preview)) return { data: preview, lines, failed: true };
  const path = ownFile(profile.slug);
  if (existsSync(path)) throw new OperatorError(`${path} exists already; it was not changed.`);
  const agreed = options.yes === true || (await isAgreed(lines, profile.name));
  if (!agreed) {
    const again = `npm run cli -- retailer add ${target} --yes`;
    return {
      data: preview,
      lines: [...lines, `Nothing was stored. To add and enable it: ${again}`],
    };
  }
  writeProfile(path, profile);
  const enabled = await enable(profile.slug);
  return {
    data: { ...preview, path },
    lines: [
      ...lines,
      `Profile: ${path}. Compare these prices with the shop's pages.`,
      ...enabled.lines,
    ],
  };
}

/** The selectors of `--selector price=.now`; the name is the heading unless stated. Throws UsageError. */
function selectorsOf(given: readonly string[]) {
  if (given.length === 0) return undefined;
  const pairs = given.map((each) => {
    const at = each.indexOf('=');
    return [each.slice(0, Math.max(at, 0)), each.slice(at + 1)];
  });
  const { data, error } = productSelectors.safeParse({ name: 'h1', ...Object.fromEntries(pairs) });
  if (data) return data;
  const [issue] = error.issues;
  throw new UsageError(
    `--selector ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}. Say price=.css-selector`,
  );
}

/** Shows the preview and asks on a terminal; false without one. */
async function isAgreed(lines: string[], name: string): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    process.stderr.write(`${lines.splice(0).join('\n')}\n`);
    return /^y(?:es)?$/i.test(await terminal.question(`Add and enable ${name}? [y/N] `));
  } finally {
    terminal.close();
  }
}

function* previewLines(preview: ShopPreview): Generator<string> {
  const { refusal, robots, named, lists, products, requests } = preview;
  if (robots) yield `robots.txt: ${robots.status}`;
  if (refusal) {
    yield `Not fetched (${refusal.reason}): ${refusal.message}`;
    yield tryHint(refusal.reason);
    return;
  }
  yield named > 0 ? `Sitemap: ${named} addresses` : 'Sitemap: none that names pages';
  yield `Lists: ${lists.length}`;
  for (const { url, products: shown } of lists.slice(0, 5)) yield `  ${shown} products  ${url}`;
  yield `Products: ${products.length} read, with ${requests} requests`;
  for (const product of products) yield* productLines(product);
  if (products.every((product) => product.refusal !== null)) {
    yield 'No price could be read, so the shop was not added.';
    yield `If its pages show prices: npm run cli -- retailer try <a product's address>, or name the element with --selector price=.css-selector`;
  }
}

function* productLines({ offer, sources, refusal }: FoundProduct): Generator<string> {
  const { price, originalPrice, availability, imageUrl, name, url } = offer;
  const from = (field: keyof typeof sources) => {
    const all = sources[field] ?? [];
    return all.length > 0 ? ` (${all.join(', ')})` : '';
  };
  const parts = [
    price === null ? 'no price' : `$${price}${from('price')}`,
    originalPrice && `was $${originalPrice}${from('originalPrice')}`,
    `${availability.replaceAll('_', ' ')}${from('availability')}`,
    imageUrl ? `picture${from('imageUrl')}` : 'no picture',
    refusal && refusal !== 'no-price' && `refused: ${refusalWords(refusal)}`,
  ];
  yield `  ${name.slice(0, LONGEST_NAME)}  ${url}`;
  yield `    ${parts.filter(Boolean).join(' · ')}`;
}
