import { type Cheerio, type CheerioAPI, load } from 'cheerio/slim';
import { DomHandler, type Element, isText } from 'domhandler';
import { Parser } from 'htmlparser2';
import { labelOf, ownText, upFrom } from './element.ts';

/** Only pages made to hang parsers are deeper: 250 kB of nested <div> blocked cheerio for 27 s. */
const DEPTH_LIMIT = 512;
const NODE_LIMIT = 250_000;

/** Thrown when a page is nested too deeply or has too many elements; the reading becomes 'too-complex'. */
export class PageTooComplex extends Error {
  override readonly name = 'PageTooComplex';
}

/** A parsed page. */
export interface PageDocument {
  $: CheerioAPI;
  /** All elements in document order. `all.filter('a')` takes half as long as `$('a')`, which walks through the texts too. */
  all: Cheerio<Element>;
  /** The same as an array: `elements[element.order]` is the element. */
  elements: readonly Element[];
  /** The first content of each <meta> by lower-case property, name or itemprop: sixty are asked for, each a walk through the page. */
  metas: ReadonlyMap<string, string>;
  /** The page's h1 elements. */
  headings: readonly Element[];
}

/** cheerio's tree, within the limits of depth and size. Comments, which would split texts, are dropped. */
class PageHandler extends DomHandler {
  readonly elements: Element[] = [];

  override onopentag(name: string, attribs: Record<string, string>): void {
    if (this.tagStack.length > DEPTH_LIMIT || this.elements.length >= NODE_LIMIT)
      throw new PageTooComplex(`nested deeper than ${DEPTH_LIMIT}, or more than ${NODE_LIMIT}`);
    // A browser renders shadow roots and the templates of Alpine's conditions.
    const isRendered = name === 'template' && ('shadowrootmode' in attribs || 'x-if' in attribs);
    super.onopentag(isRendered ? 'div' : name, attribs);
    const element = this.tagStack.at(-1) as Element;
    element.order = this.elements.push(element) - 1;
    element.label = labelOf(attribs);
    element.shown = null;
    element.region = null;
    element.hasName = false;
  }

  override oncomment(): void {}
  override oncommentend(): void {}
  override oncdatastart(): void {}
  override oncdataend(): void {}
  override onprocessinginstruction(): void {}
}

/** Parses HTML; throws PageTooComplex for pages past the limits of depth and size. */
export function parsePage(body: string): PageDocument {
  const handler = new PageHandler();
  new Parser(handler).end(body);
  const $ = load(handler.root);
  const all = $(handler.elements);
  for (const style of all.filter('style')) markStruck(all, ownText(style));
  dropSession(all.filter('a[href]').get());
  markNames(all);
  const metas = new Map<string, string>();
  for (const { attribs } of all.filter('meta')) {
    const key = attribs['property'] ?? attribs['name'] ?? attribs['itemprop'] ?? '';
    const name = key.toLowerCase().trim();
    const content = attribs['content']?.trim();
    if (content && !metas.has(name)) metas.set(name, content);
  }
  return { $, all, elements: handler.elements, metas, headings: all.filter('h1').get() };
}

const LINKED_HEADINGS = ':is(h2, h3, h4, h5, h6):is(a > *, :has(> a))';

/** Marks what is around the names of products: linked headings, and texts that a picture is called by. */
function markNames(all: Cheerio<Element>): void {
  const called = new Set(
    all
      .filter('img[alt]')
      .get()
      .map(({ attribs }) => attribs['alt']?.trim()),
  );
  const isCaption = ({ children: [only, second] }: Element) =>
    only && !second && isText(only) && /\p{L}{2}/u.test(only.data) && called.has(only.data.trim());
  for (const name of [...all.get().filter(isCaption), ...all.filter(LINKED_HEADINGS)])
    for (const up of upFrom(name)) up.hasName = true;
}

/** Rules of a style sheet that strike out what they select, and those that do so as long as the mouse points there. */
const STRIKING = /\{[^{}]*line-through/g;
const LONGEST_SELECTORS = 400;
const MOST_RULES = 20;

/** Writes onto elements that the page's own style sheet strikes them out, as themes with generated class names do. */
function markStruck(all: Cheerio<Element>, css: string): void {
  if (!css.includes('line-through')) return;
  const selectors = [...css.matchAll(STRIKING)].flatMap(({ index }) => {
    const before = css.slice(Math.max(0, index - LONGEST_SELECTORS), index);
    const [selected = ''] = before.split(/[{}@;]/).slice(-1);
    return selected.split(',');
  });
  for (const selector of selectors.filter((each) => !each.includes(':')).slice(0, MOST_RULES))
    try {
      for (const { attribs } of all.filter(selector.trim()))
        attribs['style'] = `${attribs['style'] ?? ''};text-decoration:line-through`;
    } catch {
      // A selector of a later standard.
    }
}

/** A parameter with a value as shops make one for each visitor: long, of letters and digits. */
const SESSION = /(?<=[?&;])[\w-]+=(?=[^&#]*\d)(?=[^&#]*[a-z])[\w.!-]{20,}(?=[&#?]|$)/gi;
const FEWEST_LINKS = 5;

/** Removes the one parameter that most links share: the session of a visitor without cookies, which differs between visits of one page. */
function dropSession(links: readonly Element[]): void {
  const hrefs = new Set(links.map(({ attribs }) => attribs['href'] ?? ''));
  const pages = [...hrefs].filter((href) => !/^(?:#|[a-z]+:(?!\/\/)|$)/i.test(href));
  const uses = new Map<string, number>();
  for (const [pair] of pages.flatMap((href) => [...href.matchAll(SESSION)]))
    uses.set(pair, (uses.get(pair) ?? 0) + 1);
  const [session, most = 0] = [...uses].sort(([, one], [, other]) => other - one)[0] ?? [];
  if (session === undefined || most < FEWEST_LINKS || most * 2 <= pages.length) return;
  for (const { attribs } of links)
    attribs['href'] = (attribs['href'] ?? '')
      .replace(session, '')
      .replace(/([?&;])&/, '$1')
      .replace(/[?&;](?=$|[#?])/, '');
}

/** Returns the first content of the named metas, in the order of the names. */
export function metaOf(page: PageDocument, ...names: string[]): string | null {
  return names.map((name) => page.metas.get(name)).find(Boolean) ?? null;
}
