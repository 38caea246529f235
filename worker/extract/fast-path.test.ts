import { describe, expect, it } from 'vitest';
import { byteText } from '../fetch/page-body.ts';
import { readFast } from './fast-path.ts';
import { htmlPage, jsonLd, kettle, kettleBlock, PRODUCT_URL } from './fixtures/pages.ts';
import { readHtml } from './read-html.ts';

/** Pages that a complete JSON-LD block answers, each with something that the full vote looks at too. */
const PAGES: Record<string, string> = {
  'the block alone': htmlPage(jsonLd(kettle())),
  'the same price printed': htmlPage(jsonLd(kettle()) + kettleBlock()),
  'a "was" in the block': htmlPage(
    jsonLd(kettle({}, { priceSpecification: { priceType: 'ListPrice', price: 69.95 } })) +
      kettleBlock('<p class="price">$49.95</p><del>$69.95</del>'),
  ),
  'sold out': htmlPage(
    jsonLd(kettle({}, { availability: 'SoldOut' })) +
      kettleBlock('<p class="price">$49.95</p><p>Sold out</p>', ''),
  ),
  'other sources that say more': htmlPage(
    `${jsonLd(kettle({ description: null, category: null }))}${kettleBlock()}<script id="__NEXT_DATA__" type="application/json">${JSON.stringify({ product: { sku: '482913', name: 'Wattle & Co Kettle 1.7L', price: 49.95, category: 'Kettles', description: 'Boils.' } })}</script>`,
    {
      head: '<meta property="og:title" content="Kettle"><meta property="product:category" content="Kettles"><link rel="canonical" href="https://www.billabong-goods.com.au/product/kettle-1-7l-482913">',
    },
  ),
  'links of all kinds': htmlPage(
    `${jsonLd(kettle())}<a href="/product/pot-1#x">a</a><a href='/category/pots?page=2&amp;sort=a'>b</a><a href="https://other.example/product/9">c</a><a href="../p/77">d</a>`,
  ),
};

/** Pages that must go to the full vote: something in them adds to the block or speaks against it. */
const CONTESTED: Record<string, string> = {
  'a printed "was"': htmlPage(
    jsonLd(kettle()) + kettleBlock('<p class="price">$49.95</p><del>$69.95</del>'),
  ),
  'a members’ price beside a "was" of the block': htmlPage(
    jsonLd(kettle({}, { priceSpecification: { priceType: 'ListPrice', price: 69.95 } })) +
      kettleBlock('<p class="price">$49.95</p><p>Members’ price $44.95</p>'),
  ),
  'a unit price': htmlPage(
    jsonLd(kettle()) + kettleBlock('<p class="price">$49.95</p><p>$4.99 per 100g</p>'),
  ),
  'a refusal': htmlPage(
    jsonLd(kettle()) +
      kettleBlock('<p class="price">$49.95</p><p>This product is no longer available.</p>'),
  ),
  'a GTIN elsewhere': htmlPage(
    `${jsonLd(kettle({ gtin13: null }))}${kettleBlock()}<p>EAN: 9310072001234</p>`,
  ),
  'a colour that the heading leaves out': htmlPage(
    jsonLd(kettle({ name: 'Wattle & Co Kettle 1.7L - Red', color: 'Red' })) + kettleBlock(),
  ),
  'no brand': htmlPage(jsonLd(kettle({ brand: null })) + kettleBlock()),
  'two products': htmlPage(
    jsonLd([kettle(), kettle({ name: 'Toaster', sku: '551' })]) + kettleBlock(),
  ),
  'a block about another page': htmlPage(
    jsonLd(kettle({ sku: '99' }, { url: 'https://www.billabong-goods.com.au/product/toaster-99' })),
  ),
};

describe('readFast', () => {
  it.each(Object.entries(PAGES))('answers %s just as the full vote does', (_what, body) => {
    const fast = readFast(byteText(body), PRODUCT_URL);
    const full = readHtml(body, PRODUCT_URL);
    expect(fast).not.toBeNull();
    expect({ ...fast?.product, source: '' }).toEqual({ ...full.product, source: '' });
    expect(fast?.links).toEqual(full.links);
    expect(fast?.variants).toEqual(full.variants);
  });

  it.each(Object.entries(CONTESTED))('leaves %s to the full vote', (_what, body) => {
    expect(readFast(byteText(body), PRODUCT_URL)).toBeNull();
  });
});
