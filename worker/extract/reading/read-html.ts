import type { ProductSelectors } from '#db/entities/retailer.ts';
import type { PageReading, ReadingRefusal } from '#domain/offers/page-reading.ts';
import { isEmptyShell, isSoftMissing } from '../page/kind.ts';
import { isOwnPage, readLinks } from '../page/links.ts';
import { gatherEvidence, type PageEvidence } from './evidence.ts';
import { emptyReading } from './json-answer.ts';
import { judgeList } from './judge-list.ts';
import { judgeProduct } from './judge-product.ts';

/** What the caller knows, or does not want. */
interface HtmlOptions {
  selectors?: ProductSelectors | undefined;
  /** Default true. */
  wantsLinks?: boolean | undefined;
}

/** The full reading of an HTML page: all sources are asked, then it is a product, a list or neither. Throws PageTooComplex. */
export function readHtml(body: string, url: string, options: HtmlOptions = {}): PageReading {
  const { selectors, wantsLinks = true } = options;
  const evidence = gatherEvidence(body, url, selectors);
  const listed = evidence.schemas.flatMap((schema) => schema.listed);
  const linksTo = (addresses: readonly string[]) =>
    wantsLinks
      ? readLinks(evidence.document, evidence.page.url, addresses)
      : { products: [], lists: [] };
  const links = linksTo(listed);
  const verdict = judgeProduct(evidence);
  // What a "not found" page prints are banners; only its data could still prove a product.
  const isProven =
    verdict !== null && verdict.product.price !== null && verdict.product.source !== 'visible';
  const isMissing = () =>
    isSoftMissing([...evidence.names, ...evidence.headings]) || evidence.isEmpty();
  if (!isProven && isMissing()) return { ...refused('not-a-product'), links };
  const refusal = verdict?.product.price ? null : refusalOf(evidence);
  if (refusal) return { ...refused(refusal), links };
  const items = verdict?.product.price || isOwnPage(url) ? [] : judgeList(evidence);
  // What is sold out without a price is still the page's product; the tiles are what the shop has instead.
  const isGone = verdict?.product.availability === 'out_of_stock';
  if (verdict && (items.length <= 2 || isGone)) return { ...emptyReading(), ...verdict, links };
  if (items.length > 0)
    return {
      ...emptyReading(),
      items,
      links: linksTo([...listed, ...items.map((item) => item.url)]),
    };
  return { ...refused(isEmptyShell(body) ? 'blocked' : 'not-a-product'), links };
}

/** Why the price that the data of the page's product states is none. */
function refusalOf({ schemas, page }: PageEvidence): ReadingRefusal | null {
  const [only, other] = schemas
    .flatMap(({ products }) => products)
    .filter(({ product }) => !page.isElsewhere(product));
  return other ? null : (only?.product.refusal ?? null);
}

/** A reading that gives no offer, and why. */
export function refused(reason: ReadingRefusal): PageReading {
  return { ...emptyReading(), rejected: reason };
}
