import { decodedAttribute } from './page-entities.ts';

const TAG_END = 0x3e;
const SLASH = 0x2f;
const EQUALS = 0x3d;
const QUOTE = 0x22;
const APOSTROPHE = 0x27;

/** An opening tag as a page writes it: many elements share one, and what follows from it. */
export class PageTag {
  readonly name: string;
  readonly attribs: Record<string, string>;
  readonly type: 'tag' | 'script' | 'style' | 'root';
  /** It ends in '/>'. */
  readonly isClosed: boolean;
  /** The length of its markup; 0 for one that is not written. */
  readonly length: number;

  constructor(name: string, attribs: Record<string, string> = {}, isClosed = false, length = 0) {
    this.name = name;
    this.attribs = attribs;
    this.type = TYPES.get(name) ?? 'tag';
    this.isClosed = isClosed;
    this.length = length;
  }

  /** The same under another name. */
  called(name: string): PageTag {
    return name === this.name ? this : new PageTag(name, this.attribs, this.isClosed, this.length);
  }
}

const TYPES: ReadonlyMap<string, PageTag['type']> = new Map([
  ['script', 'script'],
  ['style', 'style'],
  ['', 'root'],
]);

/** The opening tag whose '<' is at `start`; null where the page ends within it. Of attributes said twice the first counts. */
export function readTag(body: string, start: number): PageTag | null {
  let at = start + 1;
  let char = body.charCodeAt(at);
  while (!endsName(char)) char = body.charCodeAt(++at);
  const name = body.slice(start + 1, at).toLowerCase();
  const attribs: Record<string, string> = {};
  for (let isClosed = false; ; isClosed = false) {
    while (isSpace(char) || char === SLASH) {
      if (char === SLASH) isClosed = true;
      char = body.charCodeAt(++at);
    }
    if (char === TAG_END) return new PageTag(name, attribs, isClosed, at + 1 - start);
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
    if (!Object.hasOwn(attribs, key)) attribs[key] = value;
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
function endsName(char: number): boolean {
  return char === TAG_END || char === SLASH || isSpace(char) || Number.isNaN(char);
}
