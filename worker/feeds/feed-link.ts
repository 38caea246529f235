import { absoluteAddress } from '../extract/schema-node.ts';
import { type FeedFields, firstOf, LINK_FIELDS, type RowRefusal } from './feed-row.ts';

/** Marks of a campaign, not of a product: without them a feed and a crawl name one offer alike. */
const CAMPAIGN = /^(?:utm_\w+|gclid|gbraid|wbraid|srsltid|fbclid|msclkid|dclid|gad_\w+)$/i;

/**
 * The product page a row links to, without fragment and campaign marks. Refused when it lies on another site than the
 * retailer's: shoppers are sent to the shop they chose, never through a stranger's redirect.
 */
export function offerAddress(
  fields: FeedFields,
  website: string,
): string | { refused: RowRefusal } {
  const handle = fields.get('handle');
  const link =
    firstOf(fields, ...LINK_FIELDS) ??
    (handle === undefined ? null : `/products/${encodeURIComponent(handle)}`);
  const address = link === null ? null : absoluteAddress(link, website);
  if (address === null) return { refused: 'link-missing' };
  const url = new URL(address);
  if (url.username || url.password || siteOf(url) !== siteOf(new URL(website))) {
    return { refused: 'link-elsewhere' };
  }
  for (const name of [...url.searchParams.keys()]) {
    if (CAMPAIGN.test(name)) url.searchParams.delete(name);
  }
  return url.href;
}

function siteOf({ host }: URL): string {
  return host.replace(/^www\./, '');
}
