import { shopPage } from '../../bench/fetch-extract/shop-pages.ts';
import {
  htmlPage,
  jsonLd,
  kettle,
  kettleBlock,
  PRODUCT_URL,
  tile,
} from '../../support/small-pages.ts';

/** An honest page, to be damaged. */
export interface SourcePage {
  url: string;
  contentType: string;
  body: string;
}

const microdata = `<div itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">Kettle 1.7L</h1>
<meta itemprop="gtin13" content="9310072001234"><div itemprop="offers" itemscope itemtype="https://schema.org/Offer">
<meta itemprop="priceCurrency" content="AUD"><span itemprop="price" content="49.95">$49.95</span></div></div>`;
const state = {
  product: {
    sku: '482913',
    name: 'Kettle 1.7L',
    price: 49.95,
    wasPrice: 69.95,
    rating: 4.5,
    reviewCount: 12,
    availability: 'InStock',
  },
};
const list = Array.from({ length: 24 }, (_, index) =>
  tile(index, `<span class="price">$${index}9.00</span><del>$${index}9.95</del>`),
).join('');

let pages: SourcePage[] | undefined;

/** Honest pages in the ways shops write them; made once. */
export function sourcePages(): SourcePage[] {
  if (pages) return pages;
  pages = [
    htmlPage(jsonLd(kettle()) + kettleBlock()),
    htmlPage(kettleBlock('<p class="price">$49.95</p><p>Was $69.95</p><p>$2.50 per 100g</p>')),
    htmlPage(microdata),
    htmlPage(kettleBlock(), {
      head: `<meta property="og:title" content="Kettle"><meta property="product:price:amount" content="49.95"><meta property="product:price:currency" content="AUD">`,
    }),
    htmlPage(
      `${kettleBlock()}<script id="__NEXT_DATA__" type="application/json">${JSON.stringify(state)}</script>`,
    ),
    htmlPage(`${kettleBlock()}<script>window.__STATE__ = ${JSON.stringify(state)};</script>`),
    htmlPage(`<h1>Teapots</h1><ul class="grid">${list}</ul>`),
  ].map((body) => ({ url: PRODUCT_URL, contentType: 'text/html', body }));
  pages.push(
    {
      url: PRODUCT_URL,
      contentType: 'application/json',
      body: JSON.stringify([state, state.product, { products: Array(9).fill(state.product) }]),
    },
    ...Array.from({ length: 6 }, (_, number) => {
      const { path, html } = shopPage(number);
      return {
        url: `https://www.wattlebird.example.com.au${path}`,
        contentType: 'text/html',
        body: html,
      };
    }),
  );
  return pages;
}
