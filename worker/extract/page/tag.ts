import { decodedAttribute } from './entities.ts';

/** Where on the page an element lies. */
export type Region = 'main' | 'chrome' | 'aside' | 'hidden';

const TAG_END = 0x3e;
const SLASH = 0x2f;
const EQUALS = 0x3d;
const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const BRACE = 0x7b;
const BRACKET = 0x5b;

/** An opening tag as a page writes it: many elements share one, and what follows from it. */
export class PageTag {
  readonly name: string;
  readonly attribs: Record<string, string>;
  readonly type: 'tag' | 'script' | 'style' | 'root';
  /** It ends in '/>'. */
  readonly isClosed: boolean;
  /** The length of its markup; 0 for one that is not written. */
  readonly length: number;
  /** Its elements begin a line of their own. */
  readonly isBlock: boolean;
  /** Kept by `isHidden`. */
  isHidden: boolean | null = null;
  /** Kept by `labelOf` and `wordsOfLabel`. */
  label: string | null = null;
  words: readonly string[] | null = null;
  /** What the label says of the region; kept by `regionOf`. */
  region: Region | null = null;
  /** It is called a name or title; kept by `findHeading`. */
  isTitle: boolean | null = null;
  /** It is called a heading; kept by `setOtherGoodsAside`. */
  isHeading: boolean | null = null;
  /** Its label speaks of a price; kept by `findHolders`. */
  isPrice: boolean | null = null;
  /** The names of its attributes that hold an object or a list, where it has any. */
  jsonNames: string[] | null = null;

  constructor(name: string, attribs: Record<string, string> = {}, isClosed = false, length = 0) {
    this.name = name;
    this.attribs = attribs;
    this.type = TYPES.get(name) ?? 'tag';
    this.isClosed = isClosed;
    this.length = length;
    this.isBlock = BLOCKS.has(name);
  }

  /** The same under another name. */
  called(name: string): PageTag {
    if (name === this.name) return this;
    const other = new PageTag(name, this.attribs, this.isClosed, this.length);
    other.jsonNames = this.jsonNames;
    return other;
  }
}

const TYPES: ReadonlyMap<string, PageTag['type']> = new Map([
  ['script', 'script'],
  ['style', 'style'],
  ['', 'root'],
]);

const BLOCKS = new Set(
  'address article br dd div dl dt h1 h2 h3 h4 h5 h6 hr li ol p section table td th tr ul'.split(
    ' ',
  ),
);

/** The opening tag whose '<' is at `start`; null where the page ends within it. Of attributes said twice the first counts. */
export function readTag(body: string, start: number): PageTag | null {
  let at = start + 1;
  let char = body.charCodeAt(at);
  while (!endsName(char)) char = body.charCodeAt(++at);
  const name = body.slice(start + 1, at).toLowerCase();
  const attribs: Record<string, string> = Object.create(null);
  const jsonNames: string[] = [];
  for (let isClosed = false; ; isClosed = false) {
    while (isSpace(char) || char === SLASH) {
      if (char === SLASH) isClosed = true;
      char = body.charCodeAt(++at);
    }
    if (char === TAG_END) {
      const tag = new PageTag(name, attribs, isClosed, at + 1 - start);
      if (jsonNames.length > 0) tag.jsonNames = jsonNames;
      return tag;
    }
    const nameStart = at;
    do char = body.charCodeAt(++at);
    while (char !== EQUALS && !endsName(char));
    const key = body.slice(nameStart, at).toLowerCase();
    while (isSpace(char)) char = body.charCodeAt(++at);
    let value = '';
    if (char === EQUALS) {
      do char = body.charCodeAt(++at);
      while (isSpace(char));
      const quote = char === QUOTE ? '"' : char === APOSTROPHE ? "'" : '';
      const from = at + quote.length;
      const end = quote ? body.indexOf(quote, from) : endOfWord(body, at);
      if (end === -1) return null;
      value = decodedAttribute(body.slice(from, end), quote);
      at = end + quote.length;
      char = body.charCodeAt(at);
    }
    if (Number.isNaN(char)) return null;
    if (Object.hasOwn(attribs, key)) continue;
    attribs[key] = value;
    const first = value.charCodeAt(0);
    if ((first === BRACE || first === BRACKET) && key !== 'style') jsonNames.push(key);
  }
}

/** The index behind an attribute's value without quotes. */
function endOfWord(body: string, start: number): number {
  let at = start;
  for (let char = body.charCodeAt(at); char !== TAG_END && !isSpace(char); )
    if (at < body.length) char = body.charCodeAt(++at);
    else return -1;
  return at;
}

/** What HTML takes for space. */
function isSpace(char: number): boolean {
  return char === 0x20 || (char <= 0x0d && (char >= 0x0c || char === 0x0a || char === 0x09));
}

/** True for what ends a name, and at the end of the page. */
export function endsName(char: number): boolean {
  return char === TAG_END || char === SLASH || isSpace(char) || Number.isNaN(char);
}
