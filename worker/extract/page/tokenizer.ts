/*
 * A faster tokenizer for htmlparser2, which otherwise steps through every character. This subclass skips texts and scripts with
 * indexOf, takes plain tags apart at once, and looks up tags that the page repeats. It overrides methods that the library's
 * types hide: if a release renamed them, pages would read the same, only slower.
 */
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

interface KnownTag {
  /** The length of the name when the tag's source fully determines it, else 0. */
  readonly nameChars: number;
}

/** The opening tags of a page, shared between the tokenizer and the tree builder. */
export interface KnownTags<Tag extends KnownTag = KnownTag> {
  /** Known tags by their source without the '>'. */
  bySource: Map<string, Tag>;
  /** The current tag, if the page had it before. */
  current: Tag | null;
  /** Otherwise the attributes of a plain tag and the length of its name. */
  plain: { source: string; attribs: Record<string, string>; nameChars: number } | null;
}

/** Private members of the library's tokenizer. */
interface Hidden {
  state: number;
  buffer: string;
  index: number;
  sectionStart: number;
  stateText(code: number): void;
  stateBeforeTagName(code: number): void;
  fastForwardTo(code: number): boolean;
}

interface Options {
  known: KnownTags;
}

const Base = Tokenizer as unknown as new (
  options: Options,
  callbacks: TokenizerCallbacks,
) => Hidden;

/** Tokenizer for a parser that receives the page in one piece. */
export class PageTokenizer extends Base {
  private readonly known: KnownTags;
  private readonly callbacks: TokenizerCallbacks;
  private readonly inText: number;
  private nextEntity = -1;

  constructor(options: Options, callbacks: TokenizerCallbacks) {
    super(options, callbacks);
    this.known = options.known;
    this.callbacks = callbacks;
    this.inText = this.state;
  }

  override stateText(code: number): void {
    if (code === LESS || code === AMPERSAND) super.stateText(code);
    else {
      if (this.nextEntity < this.index) this.nextEntity = this.next('&', this.index);
      this.index = Math.min(this.next('<', this.index), this.nextEntity) - 1;
    }
  }

  override stateBeforeTagName(code: number): void {
    // No '>' follows: the rest of the page is one tag, so skip later searches.
    const end = code === SLASH || isLetter(code) ? this.buffer.indexOf('>', this.index) : -1;
    const isKnown = end !== -1 && (code === SLASH ? this.close(end) : this.open(end));
    if (isKnown) {
      this.state = this.inText;
      this.index = end;
      this.sectionStart = end + 1;
    } else super.stateBeforeTagName(code);
  }

  /** Emits the tag that ends there; true if the fast path could handle it. */
  private open(end: number): boolean {
    const { buffer, index, known, callbacks } = this;
    const source = buffer.slice(index - 1, end);
    known.current = known.bySource.get(source) ?? null;
    known.plain = known.current ? null : plainTag(source);
    const nameChars = known.current?.nameChars ?? known.plain?.nameChars ?? 0;
    if (nameChars > 0) {
      callbacks.onopentagname(index, index + nameChars);
      if (buffer.charCodeAt(end - 1) === SLASH) callbacks.onselfclosingtag(end);
      else callbacks.onopentagend(end);
    }
    known.current = null;
    known.plain = null;
    return nameChars > 0;
  }

  private close(end: number): boolean {
    CLOSING.lastIndex = this.index + 1;
    const isPlain = CLOSING.test(this.buffer);
    if (isPlain) this.callbacks.onclosetag(this.index + 1, end);
    return isPlain;
  }

  override fastForwardTo(code: number): boolean {
    const at = this.next(String.fromCharCode(code), this.index + 1);
    const isFound = at < this.buffer.length;
    this.index = isFound ? at : at - 1;
    return isFound;
  }

  private next(mark: string, from: number): number {
    const at = this.buffer.indexOf(mark, from);
    return at === -1 ? this.buffer.length : at;
  }
}

const LESS = 0x3c;
const AMPERSAND = 0x26;
const SLASH = 0x2f;

function isLetter(code: number): boolean {
  return (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
}

/** Elements whose content is raw text. */
const RAW: ReadonlySet<string> = new Set(
  'iframe noembed noframes plaintext script style textarea title xmp'.split(' '),
);
const CLOSING = /[a-z][\w:-]*>/iy;
const NAME = /[a-z][\w:-]*/iy;
/** A space, and the attribute behind it if it is `name="value"` or `name`, without entities. */
const ATTRIBUTE = /[ \t\n\f\r](?:([a-z][\w:-]*)(?:="([^"&]*)")?)?/iy;

/** Parses a tag whose attributes are all `name="value"` or `name` without entities; null for any other. */
function plainTag(source: string): KnownTags['plain'] {
  NAME.lastIndex = 1;
  const [name = ''] = NAME.exec(source) ?? [];
  if (RAW.has(name.toLowerCase())) return null;
  const attribs: Record<string, string> = Object.create(null);
  const end = source.endsWith('/') ? source.length - 1 : source.length;
  for (let at = name.length + 1; at < end; at = ATTRIBUTE.lastIndex) {
    ATTRIBUTE.lastIndex = at;
    const found = ATTRIBUTE.exec(source);
    if (!found) return null;
    const [, key, value = ''] = found;
    if (key) attribs[key.toLowerCase()] ??= value;
  }
  return { source, attribs, nameChars: name.length };
}
