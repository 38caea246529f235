import type { Element } from 'domhandler';
import { type Availability, isInStock } from '#domain/offers/availability.ts';
import type { OfferReading } from '#domain/offers/page-reading.ts';
import { containment, nameSimilarity } from '#domain/text/name-similarity.ts';
import { isProductAddress, type PageAddress } from '../page/address.ts';
import { shownText } from '../page/element.ts';
import { isShopOf } from '../page/region.ts';
import {
  fittingCandidates,
  mergeCandidates,
  withoutOtherVariant,
  withTrustedPrice,
} from '../rank/rank.ts';
import type { FoundProduct } from '../sources/data/search.ts';
import type { PriceMark } from '../sources/printed/holders.ts';
import { isSentence, printsPercentOff, REACH } from '../sources/printed/prices.ts';
import type { VisibleProduct } from '../sources/printed/product.ts';
import { isInContent } from '../sources/tiles/list.ts';
import type { Tile } from '../sources/tiles/tiles.ts';
import { categoryOfTrail, printedTrail } from '../sources/trail.ts';
import { type Candidate, isAbove, offerOf, offersOf } from '../values/candidate.ts';
import type { PageEvidence } from './evidence.ts';

/** Returns the page's product with its variants, from the fitting candidates and the printed page; null without one. */
export function resolveProduct(evidence: PageEvidence) {
  const { page, names, structured, visible } = evidence;
  const stated = structured.products.filter(({ isListed }) => !isListed);
  // Among many standalone products, such as tiles, only one that the page names is its own.
  const own =
    stated.length < MANY || visible?.mark
      ? stated
      : stated.filter(({ candidate }) => isOwnEntry(candidate, evidence));
  const fitting = fittingCandidates(candidatesOf(evidence, own), page, names);
  const merged = mergeCandidates(fitting);
  if (!merged || isProductOfTile(merged, evidence) || !isProductPage(fitting, evidence))
    return null;
  const alike = own.filter(({ candidate }) => candidate.name === merged.name);
  merged.rating ??=
    alike.find(({ candidate }) => candidate.rating)?.candidate.rating ?? structured.looseRating;
  const group = alike.find(({ variants }) => variants.length > 0);
  const shownVariant = group && variantAt(merged.price, group);
  const coded = shownVariant ? [shownVariant, ...fitting] : fitting;
  const gtin = shownVariant?.gtin ?? merged.gtin;
  const product = offerOf(withPrinted({ ...merged, gtin }, coded, evidence), page.url);
  if (!product) return null;
  const isShown = ({ url, price, seller }: OfferReading) =>
    `${url}?`.startsWith(`${product.url}?`) && price === product.price && seller === product.seller;
  const variants = offersOf(group?.variants ?? [], page.url).map((variant) => ({
    ...variant,
    // The page prints the "was" of the variant that it shows.
    originalPrice: isShown(variant) ? product.originalPrice : variant.originalPrice,
    category: variant.category ?? product.category,
  }));
  return { product, variants };
}

/** Returns the only variant at the page's price, if the data does not tell which variant the page shows. */
function variantAt(price: string | null, { candidate, variants }: FoundProduct) {
  const [only, another] = variants.filter((each) => Number(each.price) === Number(price));
  return candidate.fromPrice && !another ? only : undefined;
}

/** The candidates of all sources, with the printed price where the page speaks against the stated one. */
function candidatesOf(evidence: PageEvidence, own: readonly FoundProduct[]): Candidate[] {
  const { selected, openGraph, visible, marks } = evidence;
  const isComplete = own.some(({ candidate }) => isSettled(candidate, evidence));
  const found = isComplete ? [] : evidence.states();
  // A list's page may state each of its products in a script of its own.
  const areMany = !visible?.mark && found.filter(({ isListed }) => !isListed).length >= MANY;
  const states = found
    .filter((each) => !(areMany || each.isListed) || isOwnEntry(each.candidate, evidence))
    .map((each) => withPrintedWas(each.candidate, evidence));
  const all = [
    selected,
    ...own.map(({ candidate }) => candidate),
    openGraph,
    ...states,
    visible?.candidate,
  ].filter((candidate) => candidate != null);
  return withoutOtherVariant(all, visible, marks).map((candidate) =>
    withTrustedPrice(candidate, visible, marks),
  );
}

/** Adds the fields that the page prints beside the product's price, and its code and category. */
function withPrinted(
  merged: Candidate,
  fitting: readonly Candidate[],
  { document, page, structured, visible, currency }: PageEvidence,
): Candidate {
  const { price, name } = merged;
  const printed = visible?.candidate;
  const extras = price && visible ? visible.extrasFor(price) : null;
  const coded = fitting.find((each) => each.source !== 'visible' && each.sku !== null);
  return {
    ...merged,
    name: headedName(merged, printed?.name ?? null, page.url),
    currency: price ? (merged.currency ?? currency) : null,
    originalPrice: merged.originalPrice ?? (price && visible ? visible.wasFor(price) : null),
    availability: stockOf(merged, visible),
    // Use printed specifications only without data: shops name properties differently in each.
    specifications: fitting.every(isPrintedSource)
      ? (visible?.specifications ?? {})
      : merged.specifications,
    // Shops without codes identify products by the model.
    sku: productCode(coded?.sku ?? null, printed?.sku ?? null, page) ?? printed?.mpn ?? null,
    category:
      merged.category ??
      categoryOfTrail(structured.trail, name) ??
      categoryOfTrail(printedTrail(document), name),
    unitPrice: merged.unitPrice ?? extras?.unitPrice ?? null,
    memberPrice: merged.memberPrice ?? extras?.memberPrice ?? null,
    multiBuy: merged.multiBuy ?? extras?.multiBuy ?? null,
    deliveryCost: merged.deliveryCost ?? extras?.deliveryCost ?? null,
  };
}

const MANY = 3;

/** True when the address or a name of the page identifies the list entry as the page's product. */
function isOwnEntry(candidate: Candidate, { page, names }: PageEvidence): boolean {
  const name = candidate.name ?? '';
  const isNamed = (each: string) =>
    Math.max(nameSimilarity(name, each), containment(name, each)) >= OWN_ENTRY;
  return page.isAbout(candidate) || names.some(isNamed);
}

/**
 * True when the page prints the price that its data states with stock, code and brand. Then script state, whose reading takes a tenth
 * of a page's time, could only repeat it, or explain a higher amount beside the price.
 */
function isSettled(candidate: Candidate, evidence: PageEvidence): boolean {
  const { price, fromPrice, availability, sku, brand } = candidate;
  const { visible, marks } = evidence;
  const mark = visible?.mark;
  if (!mark || price === null || fromPrice || Number(price) !== Number(mark.amount)) return false;
  if (availability === 'unknown' || sku === null || brand === null) return false;
  const isHigherBeside = (each: PriceMark) =>
    isAbove(each.amount, price) && Math.abs(each.order - mark.order) <= REACH;
  return (
    (visible.candidate.originalPrice !== null || !marks.some(isHigherBeside)) &&
    isOwnEntry(candidate, evidence)
  );
}

/** Share of the words. */
const OWN_ENTRY = 0.7;

const isPrintedSource = ({ source }: Candidate): boolean =>
  source === 'visible' || source === 'open-graph' || source === 'selectors';

/** Refines the stated stock with the printed one: a refusal always wins, "only 2 left" refines "in stock". */
function stockOf(merged: Candidate, visible: VisibleProduct | null): Availability {
  if (visible?.isRefused) return 'out_of_stock';
  const isUnsold = visible?.candidate.availability === 'out_of_stock' && !visible.hasBuyButton;
  // Shops that sell the last piece leave "PreOrder" in the data.
  if (
    merged.availability === 'pre_order'
      ? isUnsold
      : visible?.isSoldOut && isInStock(merged.availability)
  )
    return 'out_of_stock';
  const isLow = merged.availability === 'in_stock' && visible?.candidate.availability === 'limited';
  return isLow ? 'limited' : merged.availability;
}

/** The shop's name after the product's: "Kettle — Kettle King", "Kettle | Kettle King". Other text there is a variant. */
const SHOP_SUFFIX = /^\s+[|—]\s+(\S.*)$/;

/** Uses the heading if the structured name only adds the colour, which stays in the specifications, or the shop's name. */
function headedName(merged: Candidate, heading: string | null, url: string): string | null {
  if (!heading || !merged.name?.startsWith(heading)) return merged.name;
  const tail = merged.name.slice(heading.length);
  const isShop = isShopOf(url, SHOP_SUFFIX.exec(tail)?.[1] ?? '');
  const rest = tail.replace(/^[\s\-–|,/(]+|[\s)]+$/g, '').toLowerCase();
  const colour = merged.specifications['Colour']?.toLowerCase() ?? '';
  return isShop || (rest.length > 2 && colour.startsWith(rest)) ? heading : merged.name;
}

/**
 * Drops the "was" price of an embedded state unless the page prints it, because states hold prices that shops never show. The state
 * counts alone if scripts draw all prices of the page.
 */
function withPrintedWas(candidate: Candidate, evidence: PageEvidence): Candidate {
  const { marks, visible, openGraph, structured } = evidence;
  const was = Number(candidate.originalPrice ?? Number.NaN);
  const mark = visible?.mark;
  const isProven =
    mark && Number(mark.amount) === Number(candidate.price) && printsPercentOff(mark, was);
  if (isProven || marks.some((each) => Number(each.amount) === was)) return candidate;
  const isStateAlone =
    !mark &&
    openGraph.price === null &&
    structured.products.every(({ candidate, isListed }) => isListed || candidate.price === null);
  return isStateAlone ? candidate : { ...candidate, originalPrice: null };
}

/** True for the product of a tile, and for a category stated as a product with a "from" price, which earns stars in search results. */
function isProductOfTile(merged: Candidate, { page, visible, tiles }: PageEvidence): boolean {
  if (visible?.mark || visible?.hasVariantForm || visible?.hasBuyButton) return false;
  const isStated = (element: Element) =>
    !page.isAbout(merged) && shownText(element).includes(merged.name ?? '');
  return tiles
    .flat()
    .some(
      ({ element, marks }) =>
        marks.some(({ amount }) => Number(amount) === Number(merged.price)) &&
        isInContent(element) &&
        (merged.fromPrice || isStated(element)),
    );
}

/** True if more than titles and metas suggests a product; landing pages have both. */
function isProductPage(fitting: readonly Candidate[], evidence: PageEvidence): boolean {
  const { visible } = evidence;
  if (fitting.some((each) => each.source === 'open-graph' && each.price !== null)) return true;
  if (fitting.some(({ source }) => source !== 'open-graph' && source !== 'visible')) return true;
  if (!visible) return false;
  const { candidate, mark, hasBuyButton, hasDeadButton, hasVariantForm } = visible;
  if (hasVariantForm) return true;
  // An amount behind the tiles of a list is no price of the page's own. Tiles before the only heading are in a column beside it.
  const [heading, second] = evidence.document.headings;
  const start = second ? 0 : (heading?.order ?? 0);
  const isBehind = ({ element }: Tile) =>
    isInContent(element) && element.order > start && element.order < (mark?.order ?? 0);
  const lists = [...evidence.tiles, ...evidence.fewTiles.filter(({ length }) => length >= MANY)];
  if (lists.flat().some(isBehind)) return false;
  const printed = fitting.filter(isPrintedSource);
  const isCoded = printed.some(({ sku, gtin, mpn }) => (sku ?? gtin ?? mpn) !== null);
  const isNamed = isCoded || printed.some(({ brand }) => brand !== null);
  if (hasBuyButton) return candidate.price !== null || isNamed;
  if (candidate.price === null) return candidate.availability === 'out_of_stock' && isNamed;
  if (isCoded || hasDeadButton) return true;
  // None of these alone proves a product; an article or a landing page has at most one.
  const signs = [
    isNamed,
    mark?.isLabelled === true,
    candidate.availability !== 'unknown',
    candidate.imageUrl !== null,
    isProductAddress(evidence.page.url) && !isSentence(mark?.text ?? ''),
  ];
  return signs.filter(Boolean).length > 1;
}

/**
 * Returns the shop's code of the product: the stated code if the address has it, else the one printed beside "SKU" or similar,
 * else the one in the address. Structured data often states a database id, which comes last.
 */
export function productCode(
  stated: string | null,
  printed: string | null,
  page: PageAddress,
): string | null {
  if (stated && page.isAbout({ url: null, sku: stated })) return stated;
  return printed ?? placedCode(page.url) ?? stated ?? codeInAddress(page.url);
}

const CODE_PARAMETERS = /^(?:pid|sku|product_?id|product_?code|item_?id|item_?code)$/i;
const CODE_FOLDER = /^(?:itm|dp|item|sku|pd|p|prod|product|products|productdetails|buy)$/i;
/** "115843-BLK02" as the whole last part. */
const LONG_CODE = /^(?=(?:[^\d]*\d){5})[A-Z\d-]{6,20}$/;
const SHORTEST_TAIL = /(?:^|[-_~])p?(\d{5,})$/i;

/** Returns the product code in an address: '?pid=260591', '/dp/B00CYG4J5U', '/kettle-1-7l-482913.html'; null when there is none. */
export function codeInAddress(address: string): string | null {
  const last = URL.parse(address)
    ?.pathname.split('/')
    .findLast(Boolean)
    ?.replace(/\.html?$/i, '');
  const tail = last && LONG_CODE.test(last) ? last : SHORTEST_TAIL.exec(last ?? '')?.[1];
  return placedCode(address) ?? tail ?? null;
}

function placedCode(address: string): string | null {
  const url = URL.parse(address);
  if (!url) return null;
  for (const [name, value] of url.searchParams)
    if (CODE_PARAMETERS.test(name) && isCode(value)) return value;
  const segments = url.pathname.split('/').filter(Boolean);
  const behind = segments[segments.findIndex((segment) => CODE_FOLDER.test(segment)) + 1];
  return behind && behind !== segments[0] && isCode(behind) ? behind : null;
}

/** True for digits with a few capitals; slugs are not codes. */
function isCode(text: string): boolean {
  return /^(?=.*\d.*\d.*\d)[\w.-]{4,30}$/.test(text) && !/[a-z]{3}/.test(text);
}
