import { Parser } from 'htmlparser2';

/** The few that nearly all are, which mean the same in a text and in an attribute. */
const PLAIN: Record<string, string> = {
  '&amp;': '&',
  '&quot;': '"',
  '&#34;': '"',
  '&#39;': "'",
  '&#x27;': "'",
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': '\u00a0',
};
const PLAIN_ENTITY = /&(?:amp|quot|#34|#39|#x27|lt|gt|nbsp);/g;
const OTHER_ENTITY = /&(?!(?:amp|quot|#34|#39|#x27|lt|gt|nbsp);)[a-zA-Z#]/;

let found = '';
/** All others are the library's. */
const library = new Parser({
  ontext: (text) => {
    found += text;
  },
  onattribute: (_name, value) => {
    found += value;
  },
});

/** What markup between two tags stands for. */
export function decodedText(markup: string): string {
  return decoded(markup, markup);
}

/** What the content of an element stands for that holds text alone. */
export function decodedContent(markup: string, name: string): string {
  return decoded(markup, `<${name}>${markup}`);
}

/** What the markup of an attribute's value stands for, in these quotes or none. */
export function decodedAttribute(markup: string, quote: string): string {
  return decoded(markup, `<a b=${quote}${markup}${quote}>`);
}

function decoded(markup: string, inPage: string): string {
  if (!markup.includes('&')) return markup;
  if (!OTHER_ENTITY.test(markup))
    return markup.replace(PLAIN_ENTITY, (entity) => PLAIN[entity] ?? entity);
  found = '';
  library.parseComplete(inPage);
  return found;
}
