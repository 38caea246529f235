import type { Element } from 'domhandler';
import { NO_GOODS } from '../../page/address.ts';
import {
  $,
  adjacent,
  hasPicture,
  isHidden,
  labelWords,
  parentOf,
  shownText,
  subtree,
  upFrom,
} from '../../page/element.ts';
import type { PageDocument } from '../../page/parse-page.ts';
import type { PriceMark, PriceMarks } from '../printed/holders.ts';

/** A repeated block that shows one product. */
export interface Tile {
  element: Element;
  marks: PriceMark[];
  /** Absolute addresses of its product links, the most likely first. */
  links: readonly string[];
}

/** Roles of amounts that stand beside prices. */
const BESIDE_PRICES: ReadonlySet<string> = new Set(['saving', 'delivery', 'instalment', 'other']);

/** Similar blocks of a page: its list, and those of other products. */
export type TileGroups = readonly (readonly Tile[])[];

/** Fewer blocks form a list only if the page's address is that of a list. */
const SMALLEST_GROUP = 3;

/** A tile has a link or two to its product, and a few to its brand, reviews or colours. */
const MOST_LINKS = 4;

/** Finds groups of similar blocks, each with a link, a picture and a price: lists and carousels. */
export function findTiles(page: PageDocument, marks: PriceMarks, pageUrl: string): Tile[][] {
  if (marks.length === 0) return [];
  const links = linksBelow(page, pageUrl);
  const [heading, second] = page.headings;
  const headingAncestors = new Set(heading && !second ? $(heading).parents() : []);
  const seeds = marks.flatMap((mark) => {
    const seed = seedOf(mark.element, links);
    return seed ? [{ seed, mark }] : [];
  });
  // Of the links in a block, the rarest leads to its product; many blocks link to the same brand.
  const uses = new Map<string, number>();
  for (const seed of new Set(seeds.map((each) => each.seed)))
    for (const link of links(seed)) uses.set(link, (uses.get(link) ?? 0) + 1);
  const rarest = (all: readonly string[]) =>
    all.toSorted((a, b) => (uses.get(a) ?? 0) - (uses.get(b) ?? 0))[0];
  // A block that contains the block of another amount, such as "free delivery over $59", shows the same product.
  const outer = new Set(seeds.flatMap(({ seed }) => upFrom(parentOf(seed), CLIMB_LIMIT)));
  const inner = seeds.filter(({ seed }) => !outer.has(seed));
  // What most blocks link to is no product, such as the page about delivery, nor is what used pieces beside a price link to.
  const linked = inner.map(({ seed, mark }) => ({ seed, mark, link: rarest(links(seed)) ?? '' }));
  const isOfPrice = ({ mark }: { mark: PriceMark }) => !BESIDE_PRICES.has(mark.mention.role);
  const priced = new Set(linked.filter(isOfPrice).map(({ link }) => link));
  const seeded = new Set(linked.map(({ link }) => link));
  const isBeside = (seed: Element, link: string) => {
    const around = upFrom(seed, CLIMB_LIMIT).map((up) =>
      links(up).filter((each) => each !== link && seeded.has(each)),
    );
    const [only, another] = around.find(([other]) => other) ?? [];
    return only !== undefined && !another && priced.has(only);
  };
  const own = linked
    .filter((each) => isOfPrice(each) || !isBeside(each.seed, each.link))
    .map(({ link }) => link);
  const limit = Math.max(2, new Set(own).size / 2);
  const products = new Set(own.filter((link) => (uses.get(link) ?? 0) <= limit));
  const tiles = new Map<Element, Tile>();
  for (const { seed, mark } of seeds) {
    const held = links(seed);
    const link = rarest(held.filter((each) => products.has(each))) ?? rarest(held);
    const most = Math.max(held.length, MOST_LINKS);
    const isOne = (up: Element) =>
      links(up).filter((each) => !VARIANT_QUERY.test(each)).length <= most &&
      links(up).every((each) => isOneProduct(each, link ?? '') || !products.has(each));
    const ups = upFrom(seed);
    const end = ups.findIndex((up, at) => at > 0 && (headingAncestors.has(up) || !isOne(up)));
    const element = ups.at(end === -1 ? -1 : end - 1) ?? seed;
    const isOther = (each: string) => Number(!products.has(each));
    const ordered = links(element).toSorted((a, b) => isOther(a) - isOther(b));
    const tile = tiles.get(element) ?? { element, marks: [], links: ordered };
    tile.marks.push(mark);
    tiles.set(element, tile);
  }
  const found = [...Map.groupBy(tiles.values(), kindOf).values()]
    .filter(
      (group) =>
        group.filter((tile) => hasPicture(tile.element)).length * 2 >= group.length ||
        areLabelledProducts(group),
    )
    .map((group) => {
      const whole = withUnpriced(group, links);
      const areTiles = isListSized(group) || whole.every(({ element }) => hasPicture(element));
      return areTiles ? whole : group;
    });
  // One list may hold blocks of two kinds, <li> and <product-card>.
  const lists = Map.groupBy(found, ([first]) => first?.element.parent);
  return [...lists.values()].map((kinds) =>
    kinds.flat().sort((a, b) => a.element.order - b.element.order),
  );
}

/** True when the group's tiles lead to enough different products to be a list by themselves. */
export function isListSized(group: readonly Tile[]): boolean {
  return new Set(group.map((tile) => tile.links[0])).size >= SMALLEST_GROUP;
}

/** True for a list without pictures whose blocks are labelled as products. */
function areLabelledProducts(group: readonly Tile[]): boolean {
  return (
    isListSized(group) && group.every(({ element }) => isProduct(element) || isOfPriceList(element))
  );
}

function isProduct({ name, attribs }: Element): boolean {
  // The names of custom elements act as labels.
  return (
    labelWords(`${name} ${attribs['class'] ?? ''}`).some((word) =>
      /^product(?:item)?$/.test(word),
    ) || Object.keys(attribs).some((name) => PRODUCT_ATTRIBUTE.test(name))
  );
}

const PRODUCT_ATTRIBUTE = /^data-(?:sku|pid|product-?_?id|product-?_?sku)$/;

/** True for the row of a table with a column of prices. */
function isOfPriceList(element: Element): boolean {
  const heads = $(element).closest('table').find('th').get();
  return heads.some((head) => /\b(?:price|gst)\b/i.test(shownText(head, LONGEST_HEAD)));
}

const LONGEST_HEAD = 25;

/** Returns the smallest block around a price with product links; null without one. */
function seedOf(start: Element, links: Links): Element | null {
  for (const up of upFrom(start, CLIMB_LIMIT)) {
    // Sections and the body are not tiles.
    if (up.name === 'body' || isSection(up)) return null;
    if (links(up).length > 0) return up;
  }
  return null;
}

/** True for a unique part of the page, such as "buybox", unless a sibling has its classes, more or fewer: "item", "item sold-out". */
function isSection(element: Element): boolean {
  const classesOf = ({ attribs }: Element) => new Set(attribs['class']?.match(/\S+/g));
  const { id = '' } = element.attribs;
  const own = classesOf(element);
  const isLike = (each: Element) => {
    const others = classesOf(each);
    return (
      Math.min(own.size, others.size) > 0 && (own.isSubsetOf(others) || others.isSubsetOf(own))
    );
  };
  return /^[a-z][a-z_-]*$/i.test(id) && !adjacent(element).some(isLike);
}

/** Tiles of one list have the same kind of parent. */
function kindOf({ element }: Tile): string {
  const parent = parentOf(element);
  const words = labelWords(parent?.attribs['class'] ?? '').slice(0, 6);
  return [parent?.name, ...words, element.name].join(' ');
}

/** Adds adjacent blocks that show a product without a price: sold-out tiles. */
function withUnpriced(group: Tile[], links: Links): Tile[] {
  const tiles = new Map(group.map((tile) => [tile.element, tile]));
  for (const parent of new Set(group.map((tile) => tile.element.parent))) {
    const likes = group.filter((tile) => tile.element.parent === parent);
    if (!parent || likes.length < 2) continue;
    for (const child of $(parent).children(likes[0]?.element.name)) {
      if (tiles.has(child)) continue;
      const held = links(child);
      if (held.length > 0 && held.length <= 3)
        tiles.set(child, { element: child, marks: [], links: held });
    }
  }
  return [...tiles.values()].sort((a, b) => a.element.order - b.element.order);
}

/** True for a block whose picture and name both link to another product. */
export function showsOther(
  { element, links: [address] }: Tile,
  pageUrl: string,
  names: readonly string[],
): boolean {
  if (!address || address === productAddress(pageUrl, pageUrl)) return false;
  const leading = subtree(element).filter(
    ({ name, attribs }) =>
      name === 'a' && productAddress(attribs['href']?.trim() ?? '', pageUrl) === address,
  );
  if (!leading.some(hasPicture)) return false;
  if (leading.some((link) => shownText(link, 80).length > 2)) return true;
  const text = shownText(element, 300);
  return leading.flatMap(subtree).some(({ attribs }) => {
    const alt = attribs['alt']?.trim() ?? '';
    return alt.length > 2 && text.includes(alt) && !names.some((name) => name.includes(alt));
  });
}

/** Limits of the search for a tile around a link or price. */
const CLIMB_LIMIT = 14;
const LINKS_LIMIT = 9;

/** The product links within an element. */
type Links = (element: Element) => readonly string[];

/** Finds the product links of the page's elements; counts none past the limit. */
function linksBelow(page: PageDocument, pageUrl: string): Links {
  const linksOf = new Map<Element, Set<string>>();
  for (const link of page.elements) {
    const href = leadingTo(link);
    const isOther = href === '' || isHidden(link) || NO_GOODS.test(href);
    const address = isOther ? null : productAddress(href, pageUrl);
    for (const up of address ? upFrom(link) : []) {
      const links = linksOf.get(up) ?? new Set();
      // What is around it is as full, or holds the address too.
      if (!address || links.has(address) || links.size > LINKS_LIMIT) break;
      linksOf.set(up, links.add(address));
    }
  }
  return (element) => [...(linksOf.get(element) ?? [])];
}

/** The address that an element leads to: a link, a custom element, or a block that a script makes a link. */
function leadingTo({ name, attribs }: Element): string {
  const isLink = name === 'a' || name.includes('-');
  const stated = (isLink && attribs['href']) || attribs['data-href'];
  return (
    stated ??
    /location(?:\.href)?\s*=\s*'([^']+)'/.exec(attribs['onclick'] ?? '')?.[1] ??
    ''
  ).trim();
}

/** True for two addresses of one product: "/products/lamp" and "/collections/sale/products/lamp". */
function isOneProduct(one: string, other: string): boolean {
  const path = (address: string) => address.slice(address.indexOf('/', 'https://'.length));
  return one.endsWith(path(other)) || other.endsWith(path(one));
}

/** A query that selects a variant: tiles of one page may differ by it alone, and one may link to each of its colours. */
const VARIANT_QUERY = /[?&](?:variant(?:_?id)?|variation|sku|colou?r|size|swatch)=/i;

/** Returns the address without its query, unless the query identifies the product; a tile's links differ in tracking parameters. */
function productAddress(href: string, pageUrl: string): string | null {
  const url = URL.parse(href, pageUrl);
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname === '/') return null;
  url.hash = '';
  if (VARIANT_QUERY.test(url.search)) return url.href;
  if (
    !/[?&](?:[a-z_]*(?:id|code)|sku|prod\w*|item\w*|p)=/i.test(url.search) ||
    /[-\d/][^/]*\d{4,}|\/[^/]*-[^/]*-[^/]*\/?$/.test(url.pathname)
  )
    url.search = '';
  return url.href;
}
