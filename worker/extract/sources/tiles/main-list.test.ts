import { describe, expect, it } from 'vitest';
import { htmlPage, readPage, tile } from '../../fixtures/pages.ts';

const URL = 'https://www.billabong-goods.com.au/category/teapots';
const namesOf = (body: string) =>
  readPage({ body: htmlPage(body), url: URL, contentType: null }).items.map(({ name }) => name);
const grid = (numbers: readonly number[], label = 'grid') =>
  `<ul class="${label}">${numbers.map((index) => tile(index, `<p class="price">$${index}9</p>`)).join('')}</ul>`;
const named = (numbers: readonly number[]) => numbers.map((index) => `Teapot number ${index}`);

describe('which of several lists is the page’s own', () => {
  it.each(['Our best sellers', 'Trending now', 'New arrivals', 'You may also love'])(
    'not the longer one under "%s"',
    (heading) => {
      const body = `<h1>Teapots</h1><section><h2>${heading}</h2>${grid([4, 5, 6, 7, 8])}</section><section><h2>3 products</h2>${grid([1, 2, 3], 'list')}</section>`;
      expect(namesOf(body)).toEqual(named([1, 2, 3]));
    },
  );

  it('not the like rows under such a heading, unless the page is all sections', () => {
    const section = (heading: string, numbers: readonly number[]) =>
      `<section><h2>${heading}</h2>${grid(numbers)}</section>`;
    const popular = section('Popular in other shelves', [4, 5, 6]);
    expect(namesOf(`<h1>Teapots</h1>${grid([1, 2, 3])}${popular}`)).toEqual(named([1, 2, 3]));
    const sections =
      section('Glass', [1, 2]) + section('Best sellers', [3, 4]) + section('Iron', [5, 6]);
    expect(namesOf(`<h1>Sale</h1>${sections}`)).toEqual(named([1, 2, 3, 4, 5, 6]));
  });

  it('no tile of a sale among them', () => {
    const sale =
      '<li class="card"><a href="/c/sale"><img src="/s.jpg"></a><h3><a href="/c/sale">Big sale</a></h3><p>From only $5</p></li>';
    const body = `<h1>Teapots</h1>${grid([1, 2, 3]).replace('</ul>', `${sale}</ul>`)}`;
    expect(namesOf(body)).toEqual(named([1, 2, 3]));
  });

  it('not the tiles of a menu before the page’s heading, however it is called', () => {
    const panel = `<div class="panel">${grid([4, 5, 6, 7, 8])}</div>`;
    expect(namesOf(`${panel}<h1>Teapots</h1><div>${grid([1, 2, 3])}</div>`)).toEqual(
      named([1, 2, 3]),
    );
  });

  it('no results that are articles, whatever they say that something costs', () => {
    const article = tile(9, '<p>Running a kettle costs you about $0.60 an hour</p>');
    expect(namesOf(`<h1>Results</h1>${grid([1, 2, 3])}<ul class="grid">${article}</ul>`)).toEqual(
      named([1, 2, 3]),
    );
  });

  it('reads each product once if the grid repeats for another screen width', () => {
    const twice = `<div class="d-block d-lg-none">${grid([1, 2, 3])}</div><div class="d-none d-lg-block">${grid([1, 2, 3])}</div>`;
    expect(namesOf(`<h1>Teapots</h1>${twice}`)).toEqual(named([1, 2, 3]));
  });

  it('one that is called so by the page itself', () => {
    const body = `<div><h1>Best sellers</h1></div><div>${grid([1, 2, 3, 4])}</div><div><p>Tea towels</p>${grid([7, 8, 9], 'more')}</div>`;
    expect(namesOf(body)).toEqual(named([1, 2, 3, 4]));
  });

  it('none where a category says that it is empty above what is popular', () => {
    const empty = '<p>There are no products matching your selection.</p>';
    const popular = `<h3>Popular right now</h3>${grid([1, 2, 3])}`;
    expect(namesOf(`<h1>Teapots</h1>${empty}${popular}`)).toEqual([]);
    expect(namesOf(`<h1>Teapots</h1>${empty}${grid([1, 2, 3])}`)).toEqual(named([1, 2, 3]));
  });
});

describe('what a list’s author calls it', () => {
  it('a category of accessories is no place of other products', () => {
    const body = `<div class="collection-page accessories"><h1>Accessories</h1>${grid([1, 2, 3])}</div>`;
    const titled = htmlPage(body, { title: 'Accessories | Billabong Goods' });
    const { items } = readPage({ body: titled, url: URL, contentType: null });
    expect(items.map(({ name }) => name)).toEqual(named([1, 2, 3]));
  });

  it('nor are tiles that name the categories they are of', () => {
    const body = `<h1>Drive</h1>${grid([1, 2, 3]).replaceAll('<li class="', '<li class="product_cat-car-accessories product_cat-sat-nav ')}`;
    expect(body).toContain('sat-nav');
    expect(namesOf(body)).toEqual(named([1, 2, 3]));
  });
});

const priced = (index: number, name: string) =>
  `<li><a href="/p/${index}000">${name}<p class="price">$${index}9</p></a></li>`;

it.each([
  [
    'not the brand in a heading of its own',
    '<img src="/1.jpg" alt=""><h4 class="brand-name">Wattle</h4><p>Kettle</p>',
    'Kettle',
  ],
  [
    'the brand and the name, as the picture’s text joins them',
    '<img src="/1.jpg" alt="Wattle Tea Kettle"><h3>Wattle</h3><p>Tea Kettle</p>',
    'Wattle Tea Kettle',
  ],
  [
    'a text and an element that markup glues',
    '<img src="/1.jpg" alt=""><p class="name">Wattle<span>12 Year Old</span></p>',
    'Wattle 12 Year Old',
  ],
  [
    'but no parts of a word',
    '<img src="/1.jpg" alt=""><p class="name">H<sub>2</sub>O Kettle</p>',
    'H2O Kettle',
  ],
])('a tile’s name is %s', (_, markup, name) => {
  const others = [2, 3].map((index) =>
    priced(index, `<img src="/${index}.jpg"><h3>Pot no. ${index}</h3>`),
  );
  expect(namesOf(`<h1>Pots</h1><ul>${priced(1, markup)}${others.join('')}</ul>`)[0]).toBe(name);
});

it('strips words that links have before the name', () => {
  const tiles = ['New listing', 'Go to product: '].map((words, index) =>
    priced(index + 1, `<img src="/1.jpg" alt=""><h3><i>${words}</i>Tea pot</h3>`),
  );
  const other = priced(3, '<img src="/3.jpg" alt=""><h3>Cup</h3>');
  expect(namesOf(`<h1>Pots</h1><ul>${tiles.join('')}${other}</ul>`)).toEqual([
    'Tea pot',
    'Tea pot',
    'Cup',
  ]);
});

it('strips words that end all names', () => {
  const card = (index: number) =>
    `<li><a href="/product/pot-${index}"><img src="/${index}.jpg" alt=""></a><span class="title"><b>Pot no. ${index}</b> <i>Open product description</i></span><p class="price">$${index}9</p></li>`;
  expect(namesOf(`<h1>Pots</h1><ul>${[1, 2, 3].map(card).join('')}</ul>`)).toEqual([
    'Pot no. 1',
    'Pot no. 2',
    'Pot no. 3',
  ]);
});

it('pictures may be elements of the shop’s own, and goods to come have names', () => {
  const card = (index: number) =>
    `<li><a href="/p/lure-${index}"><lazy-image data-src="/${index}.jpg"></lazy-image></a><h3><a href="/p/lure-${index}">Lure no. ${index} (Pre-Order)</a></h3><b>$${index}9</b></li>`;
  expect(namesOf(`<h1>Lures</h1><ul>${[1, 2, 3].map(card).join('')}</ul>`)).toEqual([
    'Lure no. 1 (Pre-Order)',
    'Lure no. 2 (Pre-Order)',
    'Lure no. 3 (Pre-Order)',
  ]);
});

it('a name in plain print is what the picture’s text says before its comma, never a brand alone', () => {
  const BRANDS = ['Marlo', 'Corella', 'Gumleaf'];
  const card = (alt: string) => (brand: string) =>
    `<li><a href="/p/${brand}-coat"><img src="/${brand}.jpg" alt="${brand} ${alt}"></a><div>${brand}</div><div>${brand} Coat</div><b>$99</b></li>`;
  const names = (alt: string) =>
    namesOf(`<h1>Coats</h1><ul>${BRANDS.map(card(alt)).join('')}</ul>`);
  expect(names('Coat, Navy')).toEqual(['Marlo Coat', 'Corella Coat', 'Gumleaf Coat']);
  expect(names('Wool')).toEqual(['Marlo Wool', 'Corella Wool', 'Gumleaf Wool']);
});

const CARD = '<p class="price">$9</p>';
const itemsOf = (body: string, title = 'Teapots') =>
  readPage({ body: htmlPage(body, { title }), url: URL, contentType: null });

it('a name is not what a link says of itself, nor said twice, nor cut short', () => {
  const link = (text: string) =>
    `<a href="/product/teapot-1001" title="Go to Product: Corella Teapot">${text}</a>`;
  const tiles = [
    `<li class="card"><img src="/m/1.jpg" alt="">${link('<i>Corella Teapot</i> <b>$9</b>')}</li>`,
    tile(2, CARD).replace('Teapot number 2', '<i>Galah Teapot</i><i>Galah Teapot</i>'),
    tile(3, CARD),
    tile(4, CARD)
      .replace('Teapot number 4', 'Teapot num...')
      .replace('alt=""', 'alt="Teapot number 4"'),
  ];
  const names = ['Corella Teapot', 'Galah Teapot', 'Teapot number 3', 'Teapot number 4'];
  expect(namesOf(`<ul>${tiles.join('')}</ul>`)).toEqual(names);
});

it('keeps a sold-out tile beside two priced ones', () => {
  const tiles = [tile(1, CARD), tile(2, CARD), tile(3, '<p>Sold out</p>')];
  const { items } = itemsOf(`<h1>Teapots</h1><ul>${tiles.join('')}</ul>`);
  expect(items.map(({ price }) => price)).toEqual(['9', '9', null]);
});

it('reads the column of the price with tax, whatever stands first', () => {
  const row = (index: number) =>
    `<tr><td><img src="/m/${index}.jpg"></td><td><a href="/product/${index}">Teapot number ${index}</a></td><td>$${index}0.00</td><td>$${index}1.00</td></tr>`;
  const heads = '<tr><th></th><th>Product</th><th>Price ex GST</th><th>Price inc GST</th></tr>';
  const { items } = itemsOf(
    `<h1>Teapots</h1><table><thead>${heads}</thead><tbody>${[1, 2, 3].map(row).join('')}</tbody></table>`,
  );
  expect(items.map(({ price }) => price)).toEqual(['11.00', '21.00', '31.00']);
});

it('counts a heading over several columns as several', () => {
  const row = (index: number) =>
    `<tr><td><img src="/m/${index}.jpg"></td><td><a href="/product/${index}">Teapot number ${index}</a></td><td>$${index}0.00</td><td></td></tr>`;
  const heads = '<tr><th colspan="2">Teapots</th><th>Price</th><th>Was</th></tr>';
  const { items } = itemsOf(
    `<h1>Teapots</h1><table><tbody>${heads}${[1, 2, 3].map(row).join('')}</tbody></table>`,
  );
  expect(items.map(({ price }) => price)).toEqual(['10.00', '20.00', '30.00']);
});

it('a list is none of the products that its add buttons state', () => {
  const tiles = ['Rose', 'Fig', 'Musk'].map((scent, index) => {
    const name = `${scent} 3-Wick Candle`;
    const add = `<button data-item='{"name":"${name}","id":"T${index}","price":"9.00"}'>Add</button>`;
    return tile(index + 1, CARD, add).replace(`Teapot number ${index + 1}`, name);
  });
  const { product, items } = itemsOf(`<ul>${tiles.join('')}</ul>`, '3-Wick Candles');
  expect([product, items.length]).toEqual([null, 3]);
});

it('a list is not the product in its sticky bar', () => {
  const bar =
    '<div class="sticky"><a href="/product/1"><b>Teapot number 1</b></a><span class="price">$19</span><button>Add to cart</button></div>';
  const { product, items } = itemsOf(`<h1>Teapots</h1>${grid([1, 2, 3])}${bar}`);
  expect([product, items.length]).toEqual([null, 3]);
});

it('a word of a name before the price is not its label', () => {
  const figure = (index: number, name: string) =>
    `<figure class="tile"><a href="/p/${index}.html"><img src="/m/${index}.jpg"></a><a href="/p/${index}.html"><b class="name">${name}</b><i class="price">$${index}9.95</i></a></figure>`;
  const names = ['Linen Shirt Dress', '501 Original Jeans', 'Cotton Twill Chinos'];
  const { items } = itemsOf(names.map((name, index) => figure(index + 1, name)).join(''));
  expect(items.map(({ price }) => price)).toEqual(['19.95', '29.95', '39.95']);
});

it('a name that its label calls the product’s goes before links with a badge or the brand', () => {
  const card = (index: number, above: string, between: string) =>
    `<li><a href="/product/${index}">${above}<img src="/m/${index}.jpg"></a>${between}<a href="/product/${index}" class="product-item__title">Truck ${index} RTR</a><b class="price">$${index}9</b></li>`;
  const brand = '<a href="/brands/corella">Corella</a>';
  const badge = '<span>Price drop</span>';
  const tiles = [card(1, '', brand), card(2, badge, ''), card(3, '', '')];
  expect(itemsOf(`<ul>${tiles.join('')}</ul>`).items.map(({ name }) => name)).toEqual(
    [1, 2, 3].map((index) => `Truck ${index} RTR`),
  );
});

it('reads a list of script state in the unit that the page prints', () => {
  const state = (prices: readonly number[]) =>
    `<script>window.meta = ${JSON.stringify({ products: prices.map((price, index) => ({ sku: `T${index}`, name: `Truck ${index}`, price })) })}</script>`;
  const printed = '<div class="related"><p>$119.95</p><p>$99.95</p><p>$64.95</p></div>';
  const prices = (script: string) => itemsOf(script + printed).items.map(({ price }) => price);
  expect(prices(state([11_995, 9_995, 6_495]))).toEqual(['119.95', '99.95', '64.95']);
  expect(prices(state([119.95, 99.95, 64.95]))).toEqual(['119.95', '99.95', '64.95']);
});
