import type { PageReading } from '#domain/offers/page-reading.ts';
import { textOfBytes } from '../fetch/page-body.ts';
import { type Candidate, emptyCandidate, offerOf } from './candidate.ts';
import { seenTextOf } from './document.ts';
import { statesInScripts } from './embedded-state.ts';
import { mayHoldGtin, mayHoldRating } from './further-facts.ts';
import { emptyReading } from './json-answer.ts';
import { alikeness } from './names-alike.ts';
import { readOpenGraph } from './open-graph.ts';
import type { PageAddress } from './page-address.ts';
import { readPageCurrency } from './page-currency.ts';
import { isSoftMissing } from './page-kind.ts';
import { namesOf } from './page-names.ts';
import { sketchPage } from './page-sketch.ts';
import { parsePage } from './parse-page.ts';
import { printsRefusal, readPrintedPrice } from './printed-price.ts';
import { isShownCode } from './product-code.ts';
import { type SchemaFindings, withLooseFacts } from './schema-graph.ts';
import type { PageMarkup } from './shown-markup.ts';
import { findStateProducts } from './state-search.ts';
import { stockSaid } from './stock-words.ts';
import { fittingCandidates, vote } from './vote.ts';

/** The state's name and the heading are one product's from this likeness on. */
const SAME_NAME = 0.8;

/**
 * The reading of a page whose state answers alone: the product that the address names, complete, headed and priced on the
 * page as the state says. Null sends the page to the full vote, which gives the same answer more slowly.
 */
export function readFastState(
  markup: PageMarkup,
  page: PageAddress,
  schema: SchemaFindings,
): PageReading | null {
  const sketch = sketchPage(markup);
  if (!sketch) return null;
  const document = parsePage(sketch.html);
  const names = namesOf(document, []);
  const [heading] = document.headings;
  const title = heading ? seenTextOf(heading, 320) : '';
  const states = statesInScripts(document.scripts, (_script, index) => sketch.codes[index] ?? '')
    .flatMap((state) => findStateProducts(state, page, 'embedded-state'))
    .map(({ candidate }) => candidate);
  const stated = states.find((each) => each.price !== null && page.isAbout(each));
  if (!stated || isSoftMissing(names) || alikeness(title, stated.name ?? '') < SAME_NAME)
    return null;
  const currency = stated.currency ?? readPageCurrency(document, markup.body, page.url);
  const printed = { ...emptyCandidate('visible'), name: title, price: stated.price, currency };
  const candidates = [readOpenGraph(document, page.url), ...states, printed];
  const merged = vote(fittingCandidates(candidates, page, names));
  if (!merged || merged.price !== stated.price || !isComplete(merged, currency)) return null;
  const product = { ...withLooseFacts(merged, schema), currency };
  const said = textOfBytes(markup.text);
  if (!isShownCode(product.sku ?? '', page, said)) return null;
  if (printsRefusal(markup, product.availability)) return null;
  if (mayBeAddedTo(product, markup.body, said) || !isConfirmed(product, markup)) return null;
  const offer = offerOf(product, page.url);
  return offer && { ...emptyReading(), product: offer };
}

/** True when there is nothing to ask other sources for but codes and rating. */
function isComplete(
  { brand, sku, imageUrl, availability, fromPrice }: Candidate,
  currency: string | null,
): boolean {
  return Boolean(currency && brand && sku && imageUrl) && availability !== 'unknown' && !fromPrice;
}

/** Where a page prints the maker's number, which the full vote would add. */
const PRINTED_MODEL = />\s*(?:mpn|model|part n|herstellerartikel|mod[eè]l)/i;

function mayBeAddedTo({ gtin, mpn, rating }: Candidate, body: string, said: string): boolean {
  return (
    (gtin === null && mayHoldGtin(body)) ||
    (rating === null && mayHoldRating(body)) ||
    (mpn === null && PRINTED_MODEL.test(said))
  );
}

/** The page prints the price, its "was" where there is one, and no other word on stock. */
function isConfirmed(product: Candidate, markup: PageMarkup): boolean {
  const printed = readPrintedPrice(product, markup);
  if (!printed || printed.texts.length === 0) return false;
  if (product.originalPrice && !printed.amounts.has(Number(product.originalPrice))) return false;
  return printed.texts.every((text) => {
    const stock = stockSaid(text);
    return stock === 'unknown' || stock === product.availability;
  });
}
