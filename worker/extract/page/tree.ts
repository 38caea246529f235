/*
 * Which elements a tag opens and closes beside its own, as htmlparser2 has it: `</li>` and its like may be left out.
 */

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));
const FORM_PARTS = words('input option optgroup select button datalist textarea');
const PARAGRAPH = words('p');
const HEADINGS = words('h1 h2 h3 h4 h5 h6 p');
const TABLE_PARTS = words('thead tbody');
const TERMS = words('dd dt');
const RUBY = words('rt rp');
/** What ends where one of these begins right within it. */
const ENDS_BEFORE: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['tr', words('tr th td')],
  ['th', words('th')],
  ['td', words('thead th td')],
  ['body', words('head link script')],
  ['a', words('a')],
  ['li', words('li')],
  ['option', words('option')],
  ['optgroup', words('optgroup option')],
  ...each('h1 h2 h3 h4 h5 h6', HEADINGS),
  ...each('select input output button datalist textarea', FORM_PARTS),
  ...each('dd dt', TERMS),
  ...each('rt rp', RUBY),
  ...each('tbody tfoot', TABLE_PARTS),
  ...each('p address article aside blockquote details div dl fieldset figcaption', PARAGRAPH),
  ...each('figure footer form header hr main nav ol pre section table ul', PARAGRAPH),
]);

function each(names: string, ends: ReadonlySet<string>): [string, ReadonlySet<string>][] {
  return names.split(' ').map((name) => [name, ends]);
}

/** These hold nothing. */
const VOID = words(
  'area base basefont br col command embed frame hr img input isindex keygen link meta param source track wbr',
);
/** What is in these is no HTML, but within the parts that hold it again. */
const FOREIGN = words('svg math');
const HTML_PARTS = words('mi mo mn ms mtext annotation-xml foreignObject desc title');

/** Keeps the names of the open elements of a page that is being read. */
export class OpenElements {
  private readonly names: string[] = [];
  /** Of the pictures, formulas and HTML parts around: the innermost last. */
  private readonly around: string[] = [];
  private readonly onclose: () => void;

  /** `onclose` is called for each element that ends, the innermost first. */
  constructor(onclose: () => void) {
    this.onclose = onclose;
  }

  /** True where the tags of a picture or formula stand, not those of HTML. */
  get isForeign(): boolean {
    return FOREIGN.has(this.around.at(-1) ?? '');
  }

  /** The name that a tag's element has here. */
  nameOf(tag: string): string {
    if (tag === 'image') return this.isForeign ? tag : 'img';
    // The one name whose spelling matters: it holds HTML in a picture alone.
    if (tag !== 'foreignobject') return tag;
    const isPart = this.around.at(-1) === 'svg' || this.names.includes('foreignObject');
    return isPart ? 'foreignObject' : tag;
  }

  /** Closes what ends before an element of this name; false where it is left out: a form in a form. */
  makeWayFor(name: string): boolean {
    if (name === 'form' && this.names.includes(name)) return false;
    const ends = ENDS_BEFORE.get(name);
    if (ends) while (ends.has(this.names.at(-1) ?? '')) this.pop();
    return true;
  }

  /** True for what is open until it is closed. */
  open(name: string): boolean {
    if (VOID.has(name)) return false;
    this.names.push(name);
    if (FOREIGN.has(name) || HTML_PARTS.has(name)) this.around.push(name);
    return true;
  }

  /** Closes the innermost element of this name and all within it; false where none is open. */
  close(name: string): boolean {
    const at = this.names.lastIndexOf(name);
    if (at === -1) return false;
    while (this.names.length > at) this.pop();
    return true;
  }

  private pop(): void {
    const name = this.names.pop() ?? '';
    if (FOREIGN.has(name) || HTML_PARTS.has(name)) this.around.pop();
    this.onclose();
  }
}
