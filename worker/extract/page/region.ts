import { type Element, isText } from 'domhandler';
import { remembered } from '#domain/remembered.ts';
import { containment } from '#domain/text/name-similarity.ts';
import { plainText } from '../values/nodes.ts';
import {
  $,
  isHidden,
  labelWords,
  NOT_RENDERED,
  parentOf,
  type Region,
  shownText,
  upFrom,
} from './element.ts';
import { metaOf, type PageDocument } from './parse-page.ts';

const CHROME_CLASS =
  /(?:^|[\s_-])(?:nav(?:bar|igation)?|mega-?menu|menu|(?<!(?:card|tile|item|product|panel|box)(?:[_-]{1,2}[a-z]+)?[_-]{1,2})footer|site-?header|(?:mini|side|ajax|header|preview|fly-?out)-?cart|cart-?(?:drawer|notification|preview|fly-?out|sidebar|popup|dropdown|summary)|cookie|modal|breadcrumbs?|off-?canvas(?!-(?:wrap|content|inner))|drawer)(?:$|[\s_-](?!price))/i;
const ASIDE_CLASS =
  /related|similar|recommend(?!ed-?_?(?:retail-?_?)?price)|upsell|cross-?sell|also-?(?:bought|viewed|like)|recently(?!-viewed-card)|carousel|sponsor|accessor|frequently|bundle|protection|warranty|insurance|plan-?wrapper|(?<!price[\w-]{0,20})add-?ons?(?![a-z])|compare-?(?:list|table)|testimonial|(?<!p)review|(?:^|[\s_-])(?:comments?|repl(?:y|ies)|forum)(?![a-z])/i;

/** Category classes that shop systems put on products and lists: "product_cat-accessories". */
const OF_CATEGORY =
  /(?:^|\s)(?:product_(?:cat|tag|brand)|category|cat|tag|collection|pwb-brand|shopify-section)[-_]\S+|(?:^|\s)\S+-(?:collection|category)(?=\s|$)/g;

/** Returns the element's region, by its ancestors: hidden, the site's frame (menus, footers), other products' areas, or the content. */
export function regionOf(element: Element): Region {
  if (element.region !== null) return element.region;
  const up = parentOf(element);
  const outer = up ? regionOf(up) : 'main';
  element.region = outer === 'hidden' ? outer : narrower(outer, ownRegion(element, outer));
  return element.region;
}

/** Marks the element as an area of other products, whatever its class says. */
export function setAside(element: Element): void {
  element.region = narrower(regionOf(element), 'aside');
}

const RANK: Record<Region, number> = { main: 0, aside: 1, chrome: 2, hidden: 3 };

const narrower = (outer: Region, own: Region): Region => (RANK[own] > RANK[outer] ? own : outer);

/** True for a menu, or a header or footer of the whole page, not of an article, section or tile. */
function isFrame(element: Element): boolean {
  if (element.name !== 'header' && element.name !== 'footer') return element.name === 'nav';
  return $(element).parents('main, article, section, li').length === 0;
}

function ownRegion(element: Element, outer: Region): Region {
  const { name } = element;
  if (NOT_RENDERED.has(name) || isHidden(element)) return 'hidden';
  if (outer === 'chrome') return outer;
  if (name === 'body' || name === 'html' || name === 'main') return 'main';
  if (isFrame(element)) return 'chrome';
  const labelled = labelledRegion(element.label);
  // The names of custom elements act as labels: <product-recommendations>.
  const region = name.includes('-') ? narrower(regionNamed(name), labelled) : labelled;
  return region === 'chrome' && isPrice(element) ? 'main' : region;
}

/** True for an amount alone. Shops name a promotion after the place that shows it: "offer-mini-cart" on a price. */
function isPrice(element: Element): boolean {
  return element.name === 'span' && /^[$€£] ?\d[\d.,]*$/.test(shownText(element, 20));
}

/** Remembered, because a page's elements share a few hundred labels. */
const labelledRegion = remembered((label) => regionNamed(label.replace(OF_CATEGORY, ' ')));

function regionNamed(label: string): Region {
  if (CHROME_CLASS.test(label)) return 'chrome';
  return ASIDE_CLASS.test(label) ? 'aside' : 'main';
}

/** Returns the page's titles, OpenGraph's first, which confirm printed headings. */
export function titlesOf(document: PageDocument, url: string): string[] {
  const title = document.all.filter('title').not('svg title').first().text();
  const titles = [metaOf(document, 'og:title', 'twitter:title'), title];
  const shown = titles.map((title) => shopLast(plainText(title ?? ''), url));
  return shown.filter((title) => title !== '' && !isShopOf(url, title));
}

/** "Kettle King" of kettleking.com.au. */
export function isShopOf(url: string, name: string): boolean {
  const host = (URL.parse(url)?.hostname ?? '').replaceAll('-', '');
  const letters = name.toLowerCase().replace(/[^a-z\d]/g, '');
  return letters.length > 2 && host.includes(letters);
}

/** Moves the shop's name to the end of a title: "Kettle King | Kettle 1.7L" of kettleking.com.au. */
function shopLast(title: string, url: string): string {
  const [, first = '', bar = '', rest = ''] = /^(.{3,40}?)(\s+[|–—-]\s+)(.+)$/.exec(title) ?? [];
  return isShopOf(url, first) ? rest + bar + first : title;
}

/** Returns the visible texts of headings. */
export function headingsOf(headings: readonly Element[]): string[] {
  const texts = headings.map((each) => shownText(each, LONGEST_OWN_HEADING));
  return texts.filter((text) => text.length > 0 && text.length < LONGEST_OWN_HEADING);
}

const LONGEST_OWN_HEADING = 300;
/** Minimum share of a heading's words in a title for the heading to be the page's own. */
const OWN_HEADING = 0.7;

function isOwn(heading: Element, titles: readonly string[]): boolean {
  const text = shownText(heading, LONGEST_OWN_HEADING);
  return titles.some((title) => containment(text, title) >= OWN_HEADING);
}

/**
 * Returns the page's names: its titles and the headings that agree with one (all headings when there is no title). A fragment
 * without either takes the first name of its structured data. */
export function namesOf(
  document: PageDocument,
  titles: readonly string[],
  structured: readonly (string | null)[],
): string[] {
  const own = document.headings.filter((each) => titles.length === 0 || isOwn(each, titles));
  const names = [...headingsOf(own).slice(0, 3), ...titles];
  return names.length > 0 ? names : structured.filter((name) => name !== null).slice(0, 1);
}

/**
 * Marks the ancestors of the page's own content as layout, down to a part of the frame, whatever their class says: "off-canvas-wrapper"
 * around a whole page, "product_cat-accessories" on a product of that category. Runs once a page, before any call of `regionOf`.
 */
export function markContentWrappers(page: PageDocument, titles: readonly string[]): void {
  const own = page.headings.filter((heading) => isOwn(heading, titles));
  for (const content of [...page.all.filter('main'), ...own])
    for (const element of $(content).parents().get().reverse()) {
      if (isHidden(element) || isFrame(element)) break;
      element.region = 'main';
    }
}

const ANNOUNCED =
  /^(?:(?:you|we) (?:may|might|will|think you).{0,12}(?:like|love|enjoy|need|interested)|(?:our )?related|similar|recommend|(?:other )?(?:customers|people|shoppers|readers|others) (?:also|who)|(?:frequently|often|commonly) bought|also (?:bought|viewed|available|like)|recently viewed|your recent|goes (?:well|great|perfectly) with|pairs (?:well|perfectly)|pair (?:it )?with|wear (?:it )?with|works (?:well|great) with|complete (?:the|your)|shop the look|more (?:from|like)|(?:other|more) (?:products|items|great)|in the same|bundle (?:&|and) save|(?:better|buy (?:it |them )?)together|(?:try|consider) (?:these|this|one of)|alternatives?\b|accessories$|(?:your|my|shopping) (?:shopping )?(?:cart|bag|basket|trolley)(?: \(?\d+\)?)?$|(?:by|from) the same)/iu;
const LONGEST_HEADING = 60;
const HEADING = /^h[2-6]$/;
const CLIMB_LIMIT = 3;
const SIBLINGS_LIMIT = 60;

/** Marks the content under headings that announce other products ("You may also like"). Runs once a page, before any call of `regionOf`. */
export function markRelatedAreas(page: PageDocument, titles: readonly string[]): void {
  // Some templates give the h1 to the shop's name, and the product an h2.
  const own = page.headings.some((heading) => isOwn(heading, titles))
    ? []
    : page.all.filter('h2').filter((_, heading) => isOwn(heading, titles));
  const around = new Set([...page.headings, ...own].flatMap((heading) => upFrom(heading)));
  for (const element of page.elements) if (isAdMark(element)) setAdAside(element, around);
  // Content before the page's own heading is the header; without such a heading, the first one is the page's.
  const [first] = page.headings;
  let from = first?.order ?? null;
  for (const element of page.elements.filter(isHeading)) {
    const { order } = element;
    if (from !== null && order <= from) continue;
    if (!HEADING.test(element.name) && element.children.length >= 4) continue;
    const text = shownText(element, LONGEST_HEADING * 2);
    if (from === null) from = order;
    else if (text.length <= LONGEST_HEADING && !around.has(element) && ANNOUNCED.test(text))
      setBehind(element, text, around);
  }
}

const AD_MARK = /^\s*\W?(?:sponsored|advertisement|ad|promoted)\W?\s*$/i;

function isAdMark({ children: [first] }: Element): boolean {
  return first !== undefined && isText(first) && first.data.length < 60 && AD_MARK.test(first.data);
}

/** Marks the block with a link around an advertisement's mark, unless the block is a list entry. */
function setAdAside(mark: Element, around: ReadonlySet<Element>): void {
  const block = upFrom(parentOf(mark), CLIMB_LIMIT + 1).find(holdsLink);
  if (!block || around.has(block) || block.name === 'li') return;
  const like = $(block)
    .siblings(block.name)
    .filter((_, { attribs }) => attribs['class'] === block.attribs['class']);
  if (like.length < LIKE_LIMIT) setAside(block);
}

/** More adjacent blocks of one kind are a list of the page's own products. */
const LIKE_LIMIT = 2;

function isHeading({ name, attribs }: Element): boolean {
  if (HEADING.test(name)) return true;
  const label = attribs['class'] ?? '';
  // Splits only the few classes that may hold such a word.
  return (
    /title|head/i.test(label) &&
    labelWords(label).some((word) => /^(?:title|heading|headline)$/.test(word))
  );
}

function setBehind(heading: Element, text: string, around: ReadonlySet<Element>): void {
  let start = heading;
  for (const up of upFrom(parentOf(heading), CLIMB_LIMIT)) {
    if (around.has(up) || shownText(up, LONGEST_HEADING * 2) !== text) break;
    start = up;
  }
  const block = parentOf(start);
  if (!block) return;
  if (!around.has(block) && !/^(?:main|body)$/.test(block.name)) setAside(block);
  else setSiblingsAside(start, around);
}

/** Returns the first following sibling with links and its like siblings; later content may be the page's own again. */
function setSiblingsAside(start: Element, around: ReadonlySet<Element>): void {
  let kind: string | null = null;
  for (const at of $(start).nextAll().slice(0, SIBLINGS_LIMIT)) {
    if (around.has(at) || HEADING.test(at.name) || (kind !== null && at.name !== kind)) return;
    if (kind === null && !holdsLink(at)) continue;
    kind = at.name;
    setAside(at);
  }
}

function holdsLink(element: Element): boolean {
  return element.name === 'a' || $(element).find('a').length > 0;
}
