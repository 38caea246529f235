import { setImmediate as nextTurn } from 'node:timers/promises';
import { type FetchedBody, readPage } from '../extract/read-page.ts';
import { guardReading } from '../offers/guard-reading.ts';

/** V8 compiles regular expressions to machine code when they run again. */
const ROUNDS = 2;
/** Characters of an ordinary page, so that loops over pages are optimised. */
const PAGE_CHARS = 120_000;
/** V8 compiles an expression separately for Latin-1 texts and for all others. */
const NOT_LATIN = 'Kettle 珈琲';

/** Extracts a few built-in pages (0.2 s, yielding between them): cold, a page of 5 kB blocks the event loop for up to 60 ms. */
export async function warmUp(): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1)
    for (const page of warmUpPages()) {
      guardReading(readPage(page), { name: 'Warm-up', currency: 'AUD' });
      await nextTurn();
    }
}

/** Pages that state a product in each way that shops do, first in Latin-1 letters, then with others. */
export function warmUpPages(): FetchedBody[] {
  const bodies = [
    page(PRINT),
    page(JSON_LD + PRINT),
    page(STATE + PRINT),
    page(METAS + MICRODATA),
    page(TILES),
    page(filled(JSON_LD) + STATED),
    STATE_JSON,
  ];
  return [...bodies, ...bodies.map((body) => body.replaceAll('Kettle', NOT_LATIN))].map((body) => ({
    body,
    url: 'https://shop.example.com/product/steel-kettle-482913',
    contentType: body.startsWith('{') ? 'application/json' : 'text/html',
  }));
}

const page = (body: string): string =>
  `<!doctype html><html lang="en-AU"><head><title>Steel Kettle 1.7L | Shop</title></head><body><header><nav>
<a href="/c/kitchen">Kitchen</a></nav></header><main>${body}</main><footer>Free delivery over $65</footer></body></html>`;

const STATED = `<h1>Steel Kettle 1.7L</h1><p class="price">$49.95</p><button>Add to cart</button>`;
const PRINT = `<h1>Steel Kettle 1.7L</h1><div class="buy"><span class="price">$49<sup>95</sup></span> <del>Was $69.95</del>
<span class="unit-price">$2.94 per 100g</span><p>Members pay $45.00. 2 for $90. Save $20. Delivery $9.95</p><p>In stock.
Model: KE-482913</p><p class="rating">4.5 out of 5 (12 reviews)</p><button>Add to cart</button></div>
<table><tr><th>Brand</th><td>Wattle</td></tr><tr><th>GTIN</th><td>9310072001234</td></tr></table>`;
const NODE = {
  '@context': 'https://schema.org',
  '@type': 'Product',
  name: 'Steel Kettle 1.7L',
  sku: '482913',
  gtin13: '9310072001234',
  brand: { '@type': 'Brand', name: 'Wattle' },
  image: ['/media/kettle.jpg'],
  aggregateRating: { '@type': 'AggregateRating', ratingValue: '4.5', reviewCount: 12 },
  offers: {
    '@type': 'Offer',
    price: '49.95',
    priceCurrency: 'AUD',
    availability: 'https://schema.org/InStock',
  },
};
const JSON_LD = `<script type="application/ld+json">${JSON.stringify(NODE)}</script>`;
const STATE_JSON = JSON.stringify({
  product: { sku: '482913', name: 'Steel Kettle 1.7L', price: 49.95, wasPrice: 69.95, stock: 3 },
});
const STATE = `<script id="__NEXT_DATA__" type="application/json">${STATE_JSON}</script>
<script>window.__STATE__ = ${STATE_JSON};</script>`;
const METAS = `<meta property="og:title" content="Steel Kettle 1.7L"><meta property="product:price:amount" content="49.95">
<meta property="product:price:currency" content="AUD">`;
const MICRODATA = `<div itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">Steel Kettle 1.7L</h1>
<div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta itemprop="priceCurrency" content="AUD">
<span itemprop="price" content="49.95">$49.95</span></div></div>`;
const TILES = `<h1>Kettles</h1><ul>${Array.from(
  { length: 12 },
  (
    _,
    index,
  ) => `<li class="card"><a href="/product/kettle-${index}00"><img src="/${index}.jpg" alt=""></a>
<h3><a href="/product/kettle-${index}00">Steel kettle number ${index}</a></h3><b class="price">$${index + 20}.95</b></li>`,
).join('')}</ul>`;

/** Pads a body to the length of an ordinary page. */
function filled(body: string): string {
  const piece = `<div class="menu"><a href="/c/kitchen" title="All for it">Kitchen</a> and <b>more</b></div>
<script>window.shown = [{"id":1,"label":"Kitchen"}];</script><style>.menu{color:#123}</style>`;
  return body + piece.repeat(PAGE_CHARS / piece.length);
}
