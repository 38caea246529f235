import { describe, expect, it } from 'vitest';
import { htmlPage, jsonLd, readPage, tile } from '../../fixtures/pages.ts';

const URL = 'https://www.billabong-goods.com.au/category/teapots';
const list = (tiles: string[], more = '') =>
  readPage({
    body: htmlPage(
      `<h1>Teapots</h1><p>Prices from $5 to $500</p><ul class="grid">${tiles.join('')}</ul>${more}`,
      { title: 'Teapots' },
    ),
    url: URL,
    contentType: null,
  });

describe('printed lists', () => {
  it('reads every tile with its name, price, address and picture', () => {
    const { items, product } = list(
      [1, 2, 3, 4].map((index) => tile(index, `<p class="price">$${index}9.95</p>`)),
    );
    expect(product).toBeNull();
    expect(items.map((item) => [item.name, item.price])).toEqual(
      [1, 2, 3, 4].map((index) => [`Teapot number ${index}`, `${index}9.95`]),
    );
    expect(items[0]).toMatchObject({
      url: 'https://www.billabong-goods.com.au/product/teapot-1001',
      imageUrl: 'https://www.billabong-goods.com.au/m/1.jpg',
      currency: 'AUD',
    });
  });

  it('names the lone product of a last page by its tile, not by the heading of the page', () => {
    const pages =
      '<nav><a href="/category/teapots">1</a> <a rel="prev" href="/category/teapots?page=2">2</a></nav>';
    const { items } = list([tile(1, '<p class="price">$19.95</p>')], pages);
    expect(items.map((item) => [item.name, item.price])).toEqual([['Teapot number 1', '19.95']]);
  });

  it('tells price, "was", unit and member prices of a tile apart', () => {
    const prices = [
      '<span class="now">$3.50</span><span>Was $4.40</span><span>$1.89 / 100G</span>',
      '<p>Member price $2.00</p><p class="price">$2.50</p>',
      '<p class="price">89c</p><p>89c per 100g</p>',
    ];
    const { items } = list(prices.map((price, index) => tile(index + 1, price)));
    expect(items.map((item) => [item.price, item.originalPrice, item.memberPrice])).toEqual([
      ['3.50', '4.40', null],
      ['2.50', null, '2.00'],
      ['0.89', null, null],
    ]);
    expect(items[0]?.unitPrice).toEqual({ price: '1.89', quantity: 100, unit: 'g' });
  });

  it('lists a tile with a "from" or a range among priced ones, without a price', () => {
    const priced = [1, 2, 3].map((index) => tile(index, '<p class="price">$9</p>'));
    const { items } = list([
      ...priced,
      tile(4, '<p class="price">From $59</p>'),
      tile(5, '<p class="price"><b>$49.95</b> <i>-</i> <b>$69.95</b></p>'),
    ]);
    expect(items.map((item) => item.price)).toEqual(['9', '9', '9', null, null]);
    const shelves = [1, 2, 3].map((index) => tile(index, '<p class="price">From $59</p>'));
    expect(list(shelves).items).toEqual([]);
  });

  it('reads the price per kilogram beside the struck one', () => {
    const tiles = [1, 2, 3].map((index) => tile(index, '<p class="price">$9</p>'));
    const struck = '<p class="price"><s>$49.99 per kg</s> $42.99 per kg</p>';
    expect(list([...tiles, tile(4, struck)]).items.at(-1)).toMatchObject({
      price: '42.99',
      originalPrice: '49.99',
    });
  });

  it('keeps the query that selects a variant in the address of a tile', () => {
    const tiles = ['250', '500'].map(
      (grams) =>
        `<li class="tile"><a href="/p/105736?variant=${grams}&utm_source=list"><img src="/m.jpg" alt=""><h3>Tea ${grams} g</h3></a><p class="price">$9</p></li>`,
    );
    expect(list(tiles).items.map(({ url }) => url)).toEqual([
      'https://www.billabong-goods.com.au/p/105736?variant=250&utm_source=list',
      'https://www.billabong-goods.com.au/p/105736?variant=500&utm_source=list',
    ]);
  });

  it('is not named by its tools or swatches, nor with its parts glued', () => {
    const more =
      '<a href="/quick-view?pid=1" title="Quick View for Teapot"></a><a class="swatch" href="/t?c=1" aria-label="white"><img src="/w.jpg" alt="white"></a>';
    const tiles = [1, 2, 3].map(
      (index) =>
        `<li class="tile"><a href="/product/pot-${index}"><img src="/m.jpg" alt=""></a>${more}<div class="name"><span>BORK</span><span>Teapot ${index}</span></div><p class="price">$9</p></li>`,
    );
    expect(list(tiles).items.map(({ name }) => name)).toEqual(
      [1, 2, 3].map((index) => `BORK Teapot ${index}`),
    );
  });

  it('takes the spelling that has its spaces, and no half of "Brand - name"', () => {
    const goods = (name: string, alt: string) =>
      `<li class="card"><a href="/p/${alt.length}"><img src="/m.jpg" alt="${alt}"><h3>${name}</h3></a><b class="price">$9</b></li>`;
    const { items } = list([
      goods('<b>Wattlebank</b><i>Ten Year Old</i>', 'Wattlebank Ten Year Old'),
      goods('<b>Corella - </b>', 'Corella Red'),
    ]);
    expect(items.map(({ name }) => name)).toEqual(['Wattlebank Ten Year Old', 'Corella Red']);
  });

  it('reads a list without pictures where every block is called a product', () => {
    const row = (called: string) => (index: number) =>
      `<div class="${called}"><a href="/p/${index}">Teapot number ${index}</a> <b>$${index}.50</b></div>`;
    expect(list([1, 2, 3].map(row('product'))).items).toHaveLength(3);
    expect(list([1, 2, 3].map(row('row'))).items).toHaveLength(0);
    const coded = (index: number) => row('row')(index).replace('<div', `<div data-sku="T${index}"`);
    const ranged = row('product')(4).replace('$4.50', 'From $4.50');
    expect(list([1, 2, 3].map(coded)).items).toHaveLength(3);
    expect(list([...[1, 2, 3].map(row('product')), ranged]).items).toHaveLength(4);
  });

  it('reads a table of prices without pictures, and names its goods by their description', () => {
    const row = (name: string, index: number) =>
      `<tr><td><a href="/p/${index}">30${index}-VW</a></td><td><a href="/p/${index}">${name}</a></td><td>$${index}.00</td><td>$${index}.10</td></tr>`;
    const table = (head: string) =>
      `<table><thead><tr><th>Code</th><th>Name</th>${head}</tr></thead>${['Switch', 'Socket', 'Cable'].map(row).join('')}</table>`;
    const read = (head: string) =>
      readPage({ body: htmlPage(`<h1>Lights</h1>${table(head)}`), url: URL, contentType: null });
    const { items } = read('<th>Ex GST</th><th>Inc GST</th>');
    expect(items.map(({ name, price }) => [name, price])).toEqual([
      ['Switch', '0.10'],
      ['Socket', '1.10'],
      ['Cable', '2.10'],
    ]);
    expect(read('<th>Old</th><th>New</th>').items).toEqual([]);
  });

  it('tells goods of one address apart by the code in its query', () => {
    const tiles = [1, 2, 3].map((index) =>
      tile(index, '<p class="price">$9</p>').replaceAll(
        /href="[^"]*"/g,
        `href="/item?code=T${index}"`,
      ),
    );
    expect(list(tiles).items).toHaveLength(3);
  });

  it('ignores banners to specials and carousels among its tiles', () => {
    const tiles = [1, 2, 3].map((index) => tile(index, '<p class="price">$9</p>'));
    const banner =
      '<li class="card"><a href="/on-special"><img src="/s.jpg"><h3>Half-price specials</h3></a><p>From $1.50</p></li>';
    const carousel =
      '<li class="card"><b>Highly rated</b><ol class="a-carousel"><li><a href="/p/other-1"><img src="/o.jpg"><h3>Other pot</h3></a><b>$62.10</b></li></ol></li>';
    expect(list([...tiles, banner, carousel]).items.map(({ name }) => name)).toEqual([
      'Teapot number 1',
      'Teapot number 2',
      'Teapot number 3',
    ]);
  });

  it('reads the stock of a tile from the block’s class, its words or its button', () => {
    const block = (index: number, called: string, more: string) =>
      tile(index, '<p class="price">$9</p>', more).replace(
        'class="card"',
        `class="card ${called}"`,
      );
    const { items } = list([
      block(1, 'outofstock', ''),
      block(2, 'instock', ''),
      block(3, '', '<p>In stock now</p>'),
      block(4, '', '<div class="btn">Add to cart</div>'),
      block(5, '', '<p>スカート</p><a href="/s">スカート</a>'),
      block(6, '', '<p>Soon in stock</p>'),
      block(7, '', '<p>Only 3 left</p>'),
      block(8, '', '<div class="price--sold-out"></div>'),
      block(9, '', '<div class="sold-out-message hidden">Sold out</div>'),
      block(10, '', '<p>Unavailable at this store right now</p>'),
    ]);
    expect(items.map(({ availability }) => availability)).toEqual([
      'out_of_stock',
      'in_stock',
      'in_stock',
      'in_stock',
      'unknown',
      'unknown',
      'in_stock',
      'out_of_stock',
      'unknown',
      'out_of_stock',
    ]);
  });

  it('keeps a sold-out tile that prints no price', () => {
    const tiles = [1, 2, 3].map((index) => tile(index, '<p class="price">$9</p>'));
    const { items } = list([...tiles, tile(4, '', '<span>Out of stock</span>')]);
    expect(items.at(-1)).toMatchObject({
      name: 'Teapot number 4',
      price: null,
      availability: 'out_of_stock',
    });
  });

  it('is not misled by words of a product name', () => {
    const tiles = [1, 2, 3].map((index) =>
      tile(index, '<p class="price">$9</p>').replaceAll(
        'Teapot number',
        'The Original Was Now Teapot',
      ),
    );
    expect(list(tiles).items.map((item) => item.price)).toEqual(['9', '9', '9']);
  });

  it('prefers the code on a button to the database id of its tile', () => {
    const tiles = [1, 2, 3].map((index) =>
      tile(
        index,
        `<p class="price">$9</p><a href="?add" data-product_sku="TP-${index}">Add</a>`,
      ).replace('<li', `<li data-product-id="88${index}"`),
    );
    expect(list(tiles).items.map(({ sku }) => sku)).toEqual(['TP-1', 'TP-2', 'TP-3']);
  });

  it.each([
    ['dollars', 9, 99],
    ['cents', 900, 9900],
  ])(
    'completes tiles from the state of the same products in %s, never from a stale one',
    (_unit, price, stale) => {
      const products = [1, 2, 3].map((index) => ({
        sku: `${index}00${index}`,
        name: `Pot ${index}`,
        ean: '9310072001234',
        brand: 'Wattle',
        price: index === 3 ? stale : price,
      }));
      const state = `<script type="application/json">${JSON.stringify({ products })}</script>`;
      const tiles = [1, 2, 3].map((index) =>
        tile(index, '<p class="price">$9</p>').replace('<li', `<li data-sku="${index}00${index}"`),
      );
      expect(list(tiles, state).items.map((item) => item.gtin)).toEqual([
        '9310072001234',
        '9310072001234',
        null,
      ]);
    },
  );
});

describe('lists that only data holds', () => {
  it('reads an ItemList of products', () => {
    const itemListElement = [1, 2, 3].map((index) => ({
      '@type': 'ListItem',
      position: index,
      item: {
        '@type': 'Product',
        name: `Pot ${index}`,
        url: `/product/pot-${index}`,
        offers: { price: index, priceCurrency: 'AUD' },
      },
    }));
    const { items } = list([], jsonLd({ '@type': 'ItemList', itemListElement }));
    expect(items.map((item) => [item.name, item.price, item.currency])).toEqual([
      ['Pot 1', '1', 'AUD'],
      ['Pot 2', '2', 'AUD'],
      ['Pot 3', '3', 'AUD'],
    ]);
  });

  it('turns an ItemList of addresses and rel=next into links', () => {
    const itemListElement = [
      { '@type': 'ListItem', position: 1, url: '/x/teapot-9' },
      { '@type': 'ListItem', position: 2, url: 'https://elsewhere.example/x' },
    ];
    const { links, rejected } = list(
      [],
      `${jsonLd({ '@type': 'ItemList', itemListElement })}<a rel="next" href="?page=2">Next</a>`,
    );
    expect(rejected).toBe('not-a-product');
    expect(links.products).toContain('https://www.billabong-goods.com.au/x/teapot-9');
    expect(links.products.join()).not.toContain('elsewhere');
    expect(links.lists).toContain(`${URL}?page=2`);
  });

  it.each([
    ['Next.js', (state: string) => state],
    ['Angular', (state: string) => state.replaceAll("'", '&s;').replaceAll('"', '&q;')],
  ])('reads the list in the state of a page that %s will draw', (_, written) => {
    const products = [1, 2, 3].map((index) => ({
      id: `77${index}`,
      title: `Cook's Pot ${index}`,
      price: { value: index, currencyIso: 'AUD' },
    }));
    const state = written(JSON.stringify({ props: { results: products } }));
    const { items } = list([], `<script type="application/json">${state}</script>`);
    expect(items.map((item) => [item.name, item.price, item.currency])).toEqual([
      ["Cook's Pot 1", '1', 'AUD'],
      ["Cook's Pot 2", '2', 'AUD'],
      ["Cook's Pot 3", '3', 'AUD'],
    ]);
  });
});

it('an amount in the foot of a card is the card’s, one in the foot of the page is no one’s', () => {
  const card = (index: number) =>
    `<div class="card"><a href="/product/pan-${index}00${index}"><img src="/p.jpg" alt="Pan ${index}"></a><div class="card-footer">$${index}9.00</div></div>`;
  const read = (body: string) =>
    readPage({
      body: htmlPage(body),
      url: 'https://www.billabong-goods.com.au/category/pans',
      contentType: 'text/html',
    }).items;
  expect(read(`<h1>Pans</h1>${[1, 2, 3].map(card).join('')}`)).toMatchObject([
    { price: '19.00' },
    { price: '29.00' },
    { price: '39.00' },
  ]);
  const brands = '<ul><li><a href="/brands/sunray"><img src="/s.png"> Sunray</a></li></ul>';
  expect(read(`<h1>Brands</h1>${brands}<p class="footer">Join for $10 off</p>`)).toEqual([]);
});

it('reads tiles whose only price is called "regular"', () => {
  const { items } = list(
    [1, 2, 3].map((index) => tile(index, `<b class="price-regular">$${index}9</b>`)),
  );
  expect(items.map(({ price }) => price)).toEqual(['19', '29', '39']);
});

const THREE = [1, 2, 3].map((index) => tile(index, `<p class="price">$${index}9.95</p>`));
const namesOf = (reading: ReturnType<typeof list>) => reading.items.map((item) => item.name);
const OTHERS = [5, 6, 7, 8, 9].map((index) => tile(index, `<b>$${index}</b>`)).join('');

it('ignores best sellers in a side column, however long', () => {
  const own = ['Teapot number 1', 'Teapot number 2', 'Teapot number 3'];
  expect(namesOf(list(THREE, `<aside><ol>${OTHERS}</ol></aside>`))).toEqual(own);
  expect(namesOf(list(THREE, `<div class="widget"><ol>${OTHERS}</ol></div>`))).toEqual(own);
});

it('an answer that is drawn from the state is the list that the page prints, not the longer one of what is popular', () => {
  const entry = (sku: number) => ({
    sku: `${sku}`,
    name: `Teapot ${sku}`,
    url: `/product/teapot-${sku}`,
    price: 12,
    inStock: true,
  });
  const state = {
    found: [1001, 2002, 3003].map(entry),
    others: [1, 2, 3, 4, 5, 6, 7].map((index) => entry(9000 + index)),
  };
  const drawn = `<script type="application/json">${JSON.stringify(state)}</script>`;
  expect(namesOf(list(THREE, drawn))).toEqual(namesOf(list(THREE)));
});

it('reads tiles in shadow roots that the page declares', () => {
  const inShadow = THREE.map(
    (each) => `<my-tile><template shadowrootmode="open">${each}</template></my-tile>`,
  );
  expect(list(inShadow).items).toHaveLength(3);
  expect(list(inShadow.map((each) => each.replace(' shadowrootmode="open"', ''))).items).toEqual(
    [],
  );
});

it.each([
  ['<p>Non-member $24.99</p><p>Members $19.99</p>', '24.99', null],
  ['<span class="price-before-discount">$35.00</span><span>$28.00</span>', '28.00', '35.00'],
  ['<div class="price-and-shipping"><span class="price">$45.00</span></div>', '45.00', null],
  ['<div class="price-info"><p>Content: <i>1 kg</i></p><b>$42.00</b></div>', '42.00', null],
])('%s: %s, was %s', (prices, price, originalPrice) => {
  const tiles = [1, 2, 3].map((index) => tile(index, prices));
  expect(list(tiles).items[0]).toMatchObject({ price, originalPrice });
});

it('a name that holds an amount is one where the picture has it too', () => {
  const card = (index: number) =>
    `<li><a href="/p/card-${index}"><img src="/c.jpg" alt="Gift card $${index}0"></a><a href="/p/card-${index}">Gift card $${index}0</a> <b>$${index}0.00</b></li>`;
  expect(namesOf(list([1, 2, 3].map(card)))).toEqual([
    'Gift card $10',
    'Gift card $20',
    'Gift card $30',
  ]);
});

it('ignores the lines of a cart', () => {
  const body = htmlPage(`<h1>Your cart</h1><ul>${THREE.join('')}</ul>`, { title: 'Cart' });
  const url = 'https://www.billabong-goods.com.au/cart?step=1';
  expect(readPage({ body, url, contentType: null })).toMatchObject({
    items: [],
    rejected: 'not-a-product',
  });
});

it('ignores subscription prices of a tile', () => {
  const prices =
    '<div class="price"><span class="retail">$39.99</span></div><p>$37.99 with Auto Delivery</p>';
  const { items } = list([1, 2, 3].map((index) => tile(index, prices)));
  expect(items[0]).toMatchObject({ price: '39.99', originalPrice: null });
});

describe('blocks of a list', () => {
  const read = (blocks: readonly string[]) =>
    readPage({
      body: htmlPage(`<h1>Hubs</h1><div class="results">${blocks.join('')}</div>`),
      url: 'https://www.billabong-goods.com.au/c/hubs',
      contentType: 'text/html',
    }).items.map(({ name, price }) => [name, price]);

  const block = (index: number, price: string) =>
    `<div class="item"><a href="/dp/B0AA11${index}/ref=sr_${index}"><img src="/h.jpg" alt=""><h2>Powered Hub ${index} Port</h2></a>
    ${price}<p>Free delivery on your first order over $59</p></div>`;
  const linked = (index: number) => `<a href="/dp/B0AA11${index}"><b>$${index}5.00</b></a>`;
  const LIST = [
    ['Powered Hub 2 Port', '25.00'],
    ['Powered Hub 3 Port', '35.00'],
    ['Powered Hub 4 Port', '45.00'],
  ];

  it('have one product though the price has an address of its own', () => {
    expect(read([2, 3, 4].map((index) => block(index, linked(index))))).toEqual(LIST);
  });

  it('do not cost what others ask', () => {
    const others = `<div><span>More buying choices</span><br><b>$58.20</b> <a href="/offers/B0AA115">(3 used &amp; new offers)</a></div>`;
    const blocks = [2, 3, 4].map((index) => block(index, linked(index)));
    expect(read([...blocks, block(5, others)])).toEqual(LIST);
  });

  it('may be of two kinds', () => {
    const cards = [5, 6, 7].map(
      (index) =>
        `<product-card class="product-card"><a href="/dp/B0AA11${index}"><h2>Powered Hub ${index} Port</h2></a><b>$${index}5.00</b></product-card>`,
    );
    const blocks = [2, 3, 4].map((index) => block(index, linked(index)));
    expect(read([...blocks, ...cards])).toHaveLength(6);
  });
});

describe('lists as lists', () => {
  const numbers = [1, 2, 3, 4, 5];
  const prices = (items: ReturnType<typeof list>['items']) => items.map(({ price }) => price);

  it.each(['unit-price', 'saving', 'cup-price', 'points'])(
    'a class "%s" on the only price of each tile does not rule it out',
    (label) => {
      const tiles = numbers.map((index) => tile(index, `<b class="${label}">$${index}9.95</b>`));
      expect(prices(list(tiles).items)).toEqual(numbers.map((index) => `${index}9.95`));
    },
  );

  it('the same class beside a price stays a unit price', () => {
    const both = (index: number) => `<b class="unit-price">$0.${index}5</b><b>$${index}9.95</b>`;
    const { items } = list(numbers.map((index) => tile(index, both(index))));
    expect(prices(items)).toEqual(numbers.map((index) => `${index}9.95`));
  });

  it('goods of one name with links of their own are several', () => {
    const { items } = list(
      numbers.map((index) =>
        tile(index, `<b>$${index}9.95</b>`).replaceAll(/Teapot number \d/g, 'Meridian'),
      ),
    );
    expect(items.map(({ name }) => name)).toEqual(numbers.map(() => 'Meridian'));
  });

  it.each([
    ['users', 'class="row"', '/user/'],
    ['profiles', 'class="row"', '/@'],
    ['comments', 'class="comment"', '/quokka-'],
  ])('amounts in what %s wrote are no goods', (_what, label, path) => {
    const posts = numbers.map(
      (index) =>
        `<li ${label}><a href="${path}${index}"><img src="/${index}.png" alt=""> Quokka${index}</a><p>$${index}9.40 at mine</p></li>`,
    );
    expect(list(posts).items).toEqual([]);
  });
});
