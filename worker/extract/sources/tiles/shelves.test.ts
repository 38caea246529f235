import { expect, it } from 'vitest';
import {
  htmlPage,
  jsonLd,
  kettleBlock,
  PRODUCT_URL,
  readPage,
  tile,
} from '../../fixtures/pages.ts';

const HOST = 'https://www.billabong-goods.com.au';
const read = (body: string, url: string, page: { title?: string; head?: string } = {}) =>
  readPage({ body: htmlPage(body, page), url, contentType: 'text/html' });

const TILES = [1, 2, 3].map((index) => tile(index, `<p class="price">$${index}9.00</p>`)).join('');

it('reads a category whose tiles each state a product, one named like the category', () => {
  const stated = (name: string, price: string) =>
    `<div class="item" itemscope itemtype="http://schema.org/Product"><a href="/${price}"><img src="/t.jpg"></a><h4><a itemprop="name" href="/${price}">${name}</a></h4>
    <p itemprop="offers" itemscope itemtype="http://schema.org/Offer"><span itemprop="price" content="${price}">$${price}</span><meta itemprop="priceCurrency" content="AUD"></p></div>`;
  const { product, items } = read(
    `<h1>Recovery</h1>${stated('Recovery Kit', '219.00')}${stated('Snatch Strap', '59.00')}${stated('Shovel', '45.00')}`,
    `${HOST}/recovery/`,
    { title: 'Recovery' },
  );
  expect(product).toBeNull();
  expect(items.map(({ price }) => price)).toEqual(['219.00', '59.00', '45.00']);
});

it('reads the tiles of a category described as a product', () => {
  const shelf = jsonLd({
    '@type': 'Product',
    name: 'Teapots',
    aggregateRating: { '@type': 'AggregateRating', ratingValue: 4.7, reviewCount: 811 },
    offers: { '@type': 'AggregateOffer', lowPrice: 19, highPrice: 39, priceCurrency: 'AUD' },
  });
  const { product, items } = read(`<h1>Teapots</h1><ul>${TILES}</ul>`, `${HOST}/teapots`, {
    title: 'Teapots',
    head: shelf,
  });
  expect(product).toBeNull();
  expect(items).toHaveLength(3);
});

it('prefers the product’s heading to the shop’s', () => {
  const { product } = read(
    `<h1>Kettle King</h1>${kettleBlock().replaceAll('h1>', 'h2>')}`,
    PRODUCT_URL,
    { title: 'Buy Wattle & Co Kettle 1.7L Online | Kettle King' },
  );
  expect(product).toMatchObject({ name: 'Wattle & Co Kettle 1.7L', price: '49.95' });
});

it('reads the sale price of goods sold by the metre', () => {
  const { product } = read(
    `<h1>Cotton Lawn</h1><div class="price-box"><span class="special">$18.99 / m</span> <span class="regular"><del>$24.99 / m</del></span></div><button>Add to cart</button>`,
    `${HOST}/fabric/cotton-lawn`,
    { title: 'Cotton Lawn' },
  );
  expect(product).toMatchObject({ price: '18.99', originalPrice: '24.99' });
});

it.each([
  ['after a label', '<p>Style code LL-SSD-CHA</p>', 'LL-SSD-CHA'],
  ['after "Reference"', '<label>Reference</label> <span>PK-DN-A5</span>', 'PK-DN-A5'],
])('reads a code without digits %s', (_where, printed, sku) => {
  const { product } = read(`${kettleBlock()}${printed}`, `${HOST}/shop/kettle`);
  expect(product?.sku).toBe(sku);
});

it('reads the higher of two price books as the "was" price', () => {
  const hit = (id: number, now: number, list: number) => ({
    productId: `30012${id}`,
    productName: `Jumper ${id}`,
    currency: 'AUD',
    orderable: true,
    price: now,
    tieredPrices: [
      { price: now, pricebook: 'aud-sale', quantity: 1 },
      { price: list, pricebook: 'aud-list', quantity: 1 },
    ],
  });
  const { items } = readPage({
    body: JSON.stringify({ hits: [hit(345, 89.97, 149.95), hit(399, 99.5, 129.95)] }),
    url: `${HOST}/product-search?q=knit`,
    contentType: 'application/json',
  });
  expect(items.map(({ originalPrice }) => originalPrice)).toEqual(['149.95', '129.95']);
});

it('reads the price without discount as the "was" price', () => {
  const sold = (id: string, Price: number, PriceWithoutDiscount: number) => ({
    productId: id,
    productName: `Mirror ${id}`,
    brand: 'Casa',
    link: `${HOST}/mirror-${id}/p`,
    items: [
      {
        itemId: id,
        name: `Mirror ${id}`,
        sellers: [
          {
            sellerDefault: true,
            commertialOffer: {
              Price,
              ListPrice: PriceWithoutDiscount,
              PriceWithoutDiscount,
              AvailableQuantity: 3,
              IsAvailable: true,
            },
          },
        ],
      },
    ],
  });
  const { items } = readPage({
    body: JSON.stringify([sold('7711', 259.9, 329), sold('7712', 149.5, 149.5)]),
    url: `${HOST}/api/products/search?ft=mirror`,
    contentType: 'application/json',
  });
  expect(items.map(({ price, originalPrice }) => [price, originalPrice])).toEqual([
    ['259.90', '329'],
    ['149.50', null],
  ]);
});
