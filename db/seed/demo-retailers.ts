import { z } from 'zod';
import { DEMO_HOST_SUFFIX } from '#domain/demo-shops.ts';
import { retailerFacts } from '#domain/retailers/retailer-facts.ts';
import type { RetailerProfile } from '../queries/retailers/retailers.ts';
import { tableRows } from '../runtime/table-rows.ts';
import demoFacts from './demo-facts.json' with { type: 'json' };

/** Invented like the shops, in the form of a profile file; each shop prints its own at /delivery. */
const FACTS = z.record(z.string(), retailerFacts).parse(demoFacts);
const NO_FACTS = { delivery: null, priceMatch: null };

/*
 * demo-retailers.txt: slug | name | category | region | trust score | description | oddities. Names are invented and must not resemble
 * real retailers. Oddities: `api` lists are JSON at /api/products, `no-sitemap`, `browser` pages are drawn by script,
 * `slow` its robots.txt asks for a second between requests.
 */
function readRow(row: string[]): RetailerProfile {
  const [slug = '', name = '', category = '', region = '', trust, description = '', odd = ''] = row;
  const website = `http://${slug}${DEMO_HOST_SUFFIX}`;
  return {
    slug,
    name,
    category,
    region,
    description,
    website: `${website}/`,
    trustScore10: Number(trust),
    trustBasis: 'Invented for the demonstration: no real shop stands behind this score.',
    paceMs: odd.includes('slow') ? 1000 : 100,
    currency: 'AUD',
    discovery: {
      sitemap: !odd.includes('no-sitemap'),
      listUrls: [odd.includes('api') ? `${website}/api/products?page=1` : `${website}/`],
      // Shoppers follow this link too, so that it is a page at every shop.
      searchUrlTemplate: `${website}/search?q={query}`,
    },
    kind: 'demo',
    render: odd.includes('browser') ? 'browser' : 'http',
    ...(FACTS[slug] ?? NO_FACTS),
  };
}

/** All demo shops in display order: invented, and crawled exactly like a real shop. */
export const DEMO_RETAILERS: readonly RetailerProfile[] = tableRows(
  new URL('demo-retailers.txt', import.meta.url),
).map(readRow);
