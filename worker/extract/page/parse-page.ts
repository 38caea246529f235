import { isInside, type PageDocument, rawTextOf } from './document.ts';
import { Element, TextNode } from './node.ts';
import { PageTag } from './tag.ts';
import { type PageListener, readTokens } from './tokens.ts';
import { OpenElements } from './tree.ts';

/** Deeper pages exist only to hang parsers: 250 kB of nested <div> held cheerio for 27 s. */
const DEPTH_LIMIT = 512;
const NODE_LIMIT = 250_000;

/** Thrown when a page is nested or sized past what is safe to walk; the reading becomes 'too-complex'. */
export class PageTooComplex extends Error {
  override readonly name = 'PageTooComplex';
}

/** Parses HTML, never deeper or larger than the limits; throws PageTooComplex past them. */
export function parsePage(body: string): PageDocument {
  const builder = new PageBuilder();
  readTokens(body, builder);
  return builder.finish();
}

/** Makes the elements of a page from its tags. */
class PageBuilder implements PageListener {
  private readonly page: PageDocument = {
    elements: [],
    metas: new Map(),
    scripts: [],
    headings: [],
    title: '',
    canonical: null,
  };
  private readonly titles: Element[] = [];
  private readonly open: Element[] = [new Element(new PageTag(''), -1, null)];
  /** What goes on where the text before it ended. */
  private text: TextNode | null = null;
  private readonly names = new OpenElements(() => {
    this.open.pop();
    this.text = null;
  });

  get isForeign(): boolean {
    return this.names.isForeign;
  }

  onopen(tag: PageTag): void {
    const name = this.names.nameOf(tag.name);
    if (!this.names.makeWayFor(name)) return;
    const isOpen = this.add(name, tag);
    if (isOpen && tag.isClosed && this.isForeign) this.names.close(name);
  }

  onclose(tag: string): void {
    const name = this.names.nameOf(tag);
    if (this.names.close(name)) return;
    // A closing tag alone is a line break, or an empty paragraph.
    if (name === 'p' && this.add(name, new PageTag(name))) this.names.close(name);
    else if (name === 'br') this.add(name, new PageTag(name));
  }

  ontext(text: string): void {
    const holder = this.open.at(-1);
    if (!this.text && holder) this.text = new TextNode(holder);
    this.text?.add(text);
  }

  oncomment(): void {
    this.text = null;
  }

  finish(): PageDocument {
    const { page } = this;
    for (const element of this.titles) {
      if (!page.title && !isInside(element, 'svg')) page.title = rawTextOf(element).trim();
    }
    return page;
  }

  /** Adds an element where the page now is; true where it stays open. */
  private add(name: string, tag: PageTag): boolean {
    const { page, open } = this;
    if (open.length > DEPTH_LIMIT) throw new PageTooComplex(`nested deeper than ${DEPTH_LIMIT}`);
    if (page.elements.length >= NODE_LIMIT)
      throw new PageTooComplex(`more than ${NODE_LIMIT} elements`);
    const shown = name === 'template' && 'shadowrootmode' in tag.attribs ? 'div' : name;
    const element = new Element(tag.called(shown), page.elements.length, open.at(-1) ?? null);
    page.elements.push(element);
    this.text = null;
    if (name === 'title') this.titles.push(element);
    else note(page, element);
    const isOpen = this.names.open(name);
    if (isOpen) open.push(element);
    return isOpen;
  }
}

function note(page: PageDocument, element: Element): void {
  const { name, attribs } = element;
  if (name === 'meta') {
    const key = (attribs['property'] ?? attribs['name'] ?? attribs['itemprop'] ?? '')
      .toLowerCase()
      .trim();
    const content = attribs['content']?.trim();
    if (key && content) page.metas.set(key, [...(page.metas.get(key) ?? []), content]);
  } else if (name === 'script') page.scripts.push(element);
  else if (name === 'h1') page.headings.push(element);
  else if (name === 'link' && attribs['rel']?.toLowerCase() === 'canonical')
    page.canonical ??= attribs['href'] ?? null;
}
