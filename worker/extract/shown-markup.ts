/** A page's HTML, cut at its tags in one pass. */
export interface PageMarkup {
  body: string;
  /** The part that shoppers see: no scripts, styles and comments. */
  shown: string;
  /** What `shown` prints, each piece between two tags behind a '>', unless it is space. Entities are not decoded. */
  text: string;
  /** Where the pieces of `text` begin in `text` and in `shown`, in ascending order. */
  pieces: { inText: number[]; inShown: number[] };
  /** Where its main headings (h1) begin in `shown`. */
  headings: number[];
  scripts: PageScript[];
}

/** A script: its opening tag and what is in it. */
export interface PageScript {
  tag: string;
  code: string;
}

/** What stands before each piece of a page's text. */
export const PIECE_START = '>';

/**
 * Cuts a page at its tags. Scripts, styles and comments are half of most pages or more; one that does not end takes the rest
 * of the page, as in a browser. A '<' always begins a tag.
 */
export function readMarkup(body: string): PageMarkup {
  const markup: PageMarkup = {
    ...{ body, shown: '', text: '' },
    ...{ pieces: { inText: [], inShown: [] }, headings: [], scripts: [] },
  };
  let shownFrom = 0;
  let unseen = 0;
  let tag = body.indexOf('<');
  addPiece(markup, body.slice(0, tag === -1 ? body.length : tag), 0);
  let close = -1;
  while (tag !== -1) {
    const end = endOfUnseen(body, tag, markup.scripts);
    let pieceFrom = end;
    if (end === -1) {
      // Looked for once, also where many tags begin before one ends.
      if (close <= tag) close = behind(body, '>', tag);
      pieceFrom = close;
      if (body.charCodeAt(tag + 2) === DIGIT_1 && (body.charCodeAt(tag + 1) | SMALL) === LETTER_H)
        markup.headings.push(tag - unseen);
    } else {
      markup.shown += body.slice(shownFrom, tag);
      unseen += end - tag;
      shownFrom = end;
    }
    tag = body.indexOf('<', end === -1 ? tag + 1 : end);
    const pieceEnd = tag === -1 ? body.length : tag;
    if (pieceFrom < pieceEnd) addPiece(markup, body.slice(pieceFrom, pieceEnd), pieceFrom - unseen);
  }
  markup.shown += body.slice(shownFrom);
  return markup;
}

function addPiece(markup: PageMarkup, piece: string, inShown: number): void {
  // Indentation is half of what stands between tags.
  if (!(piece.charCodeAt(0) > SPACE) && piece.trim() === '') return;
  markup.pieces.inText.push(markup.text.length);
  markup.pieces.inShown.push(inShown);
  markup.text += PIECE_START + piece;
}

const HYPHEN = 0x2d;
const SPACE = 0x20;
const BANG = 0x21;
const SMALL = 0x20;
const LETTER_H = 0x68;
const LETTER_P = 0x70;
const LETTER_S = 0x73;
const DIGIT_1 = 0x31;
const UNSEEN_NAME = /(script|style)[\s>/]/iy;

/** The index behind a script, style or comment that begins at `tag`, noted where it is a script; -1 where none does. */
function endOfUnseen(body: string, tag: number, scripts: PageScript[]): number {
  const first = body.charCodeAt(tag + 1);
  if (first === BANG) {
    const isComment = body.charCodeAt(tag + 2) === HYPHEN && body.charCodeAt(tag + 3) === HYPHEN;
    return isComment ? behind(body, '-->', tag + 4) : -1;
  }
  if ((first | SMALL) !== LETTER_S) return -1;
  // <span> is the most frequent tag of many pages.
  if ((body.charCodeAt(tag + 2) | SMALL) === LETTER_P) return -1;
  UNSEEN_NAME.lastIndex = tag + 1;
  const name = UNSEEN_NAME.exec(body)?.[1]?.toLowerCase();
  if (!name) return -1;
  const close = closingTag(body, name, tag + name.length + 2);
  if (name === 'script') addScript(scripts, body, tag, close);
  return close === -1 ? body.length : behind(body, '>', close);
}

function addScript(scripts: PageScript[], body: string, tag: number, close: number): void {
  const code = behind(body, '>', tag);
  if (close !== -1 && code <= close)
    scripts.push({ tag: body.slice(tag, code), code: body.slice(code, close) });
}

function closingTag(body: string, name: string, from: number): number {
  const close = body.indexOf(`</${name}`, from);
  if (close !== -1) return close;
  // Shouted tags are rare enough to be looked for only where there is no other.
  return body.indexOf(`</${name.toUpperCase()}`, from);
}

/** The index behind the next such text; the end of the page where there is none. */
function behind(body: string, text: string, from: number): number {
  const at = body.indexOf(text, from);
  return at === -1 ? body.length : at + text.length;
}
