import { Parser } from 'htmlparser2';
import { Element, PageTag, TextNode } from './element.ts';

/** Only pages made to hang parsers are deeper: 250 kB of nested <div> blocked cheerio for 27 s. */
const DEPTH_LIMIT = 512;
const NODE_LIMIT = 250_000;

/** Thrown when a page is nested too deeply or has too many elements; the reading becomes 'too-complex'. */
export class PageTooComplex extends Error {
  override readonly name = 'PageTooComplex';
}

/** A parsed page. */
export interface PageDocument {
  /** In document order. */
  elements: Element[];
  byName: ReadonlyMap<string, Element[]>;
  /** The page's different tags. */
  tags: PageTag[];
  /** The first content of each <meta> by lower-case property, name or itemprop. */
  metas: Map<string, string>;
  /** The page's h1 elements. */
  headings: readonly Element[];
}

/** Parses HTML; throws PageTooComplex for pages past the limits of depth and size. */
export function parsePage(body: string): PageDocument {
  const elements: Element[] = [];
  const tags = new Map<string, PageTag>();
  const open = [new Element(new PageTag('', {}), -1, null)];
  let text: TextNode | null = null;
  const parser = new Parser({
    onopentag(name, attribs) {
      if (open.length > DEPTH_LIMIT || elements.length >= NODE_LIMIT)
        throw new PageTooComplex(`nested deeper than ${DEPTH_LIMIT}, or more than ${NODE_LIMIT}`);
      const source = body.slice(parser.startIndex, parser.endIndex);
      const tag = tags.get(source) ?? new PageTag(name, attribs);
      const element = new Element(tag, elements.length, open.at(-1) ?? null);
      tag.first ??= element;
      tags.set(source, tag);
      elements.push(element);
      open.push(element);
      text = null;
    },
    onclosetag() {
      open.pop();
      text = null;
    },
    ontext(data) {
      const holder = open.at(-1);
      if (holder) text ??= new TextNode(holder);
      text?.add(data);
    },
  });
  parser.end(body);
  const byName = Map.groupBy(elements, ({ name }) => name);
  const metas = new Map<string, string>();
  for (const { attribs } of byName.get('meta') ?? []) {
    const key = attribs['property'] ?? attribs['name'] ?? attribs['itemprop'] ?? '';
    const name = key.toLowerCase().trim();
    const content = attribs['content']?.trim();
    if (content && !metas.has(name)) metas.set(name, content);
  }
  return { elements, byName, tags: [...tags.values()], metas, headings: byName.get('h1') ?? [] };
}

/** Returns the elements that pass the test, in page order. The test, which may depend on the tag alone, runs once a tag. */
export function elementsWhere(
  { elements, tags }: PageDocument,
  passes: (one: Element) => boolean,
): Element[] {
  const passing = new Set(tags.filter(({ first }) => first && passes(first)));
  return elements.filter(({ tag }) => passing.has(tag));
}

/** Returns the elements with these names, in page order. */
export function elementsNamed({ byName }: PageDocument, ...names: string[]): Element[] {
  const found = names.flatMap((name) => byName.get(name) ?? []);
  return found.sort((a, b) => a.order - b.order);
}

/** Returns the first content of the named metas, in the order of the names. */
export function metaOf(page: PageDocument, ...names: string[]): string | null {
  return names.map((name) => page.metas.get(name)).find(Boolean) ?? null;
}

/** Returns an array by element order: 1 for each element within one of the holders. */
export function withinAny(page: PageDocument, holders: ReadonlySet<Element>): Uint8Array {
  const within = new Uint8Array(page.elements.length);
  for (const holder of holders) within.fill(1, holder.order, holder.end);
  return within;
}
