import { describe, expect, it } from 'vitest';
import {
  htmlPage,
  jsonLd,
  kettle,
  kettleBlock,
  PRODUCT_URL,
  readPage,
  tile,
} from '../../fixtures/pages.ts';

const BUY = '<button>Add to cart</button>';
const stock = (text: string, button = BUY) =>
  readPage({
    body: htmlPage(
      `${kettleBlock(`<p class="price">$49.95</p>${text}`, button)}<p>SKU: 482913</p>`,
      {
        title: 'Wattle & Co Kettle 1.7L',
      },
    ),
    url: PRODUCT_URL,
    contentType: 'text/html',
  }).product?.availability;

it.each([
  ['out_of_stock', '', '<input type="submit" value="Sold Out" disabled>'],
  ['in_stock', '<p>Ships in 5-7 business days</p>', BUY],
  ['in_stock', '<p>In stock in 12 stores</p><p>Delivery: Not available</p>', BUY],
  ['in_stock', '<ul class="sizes"><li title="Out of stock">M</li><li>L - sold out</li></ul>', BUY],
  ['in_stock', '<div class="hidden">Notify me when back in stock</div>', BUY],
  ['in_stock', '<div>Notify me when this drops in price or is back</div>', BUY],
  ['in_stock', '<span class="badge price__badge-sold-out">Sold out</span>', BUY],
  ['in_stock', '<b class="price__badge--sold-out"><i>Sold out</i></b>', BUY],
  ['in_stock', '<p>In-store: out of stock at Fitzroy</p>', BUY],
  ['in_stock', '<p>Assembly service is temporarily unavailable</p>', BUY],
  ['in_stock', '<p>Not available for delivery</p><p>Click &amp; collect only</p>', BUY],
  ['in_stock', '<p>Glad I found one, they were sold out everywhere else in town!</p>', BUY],
  [
    'in_stock',
    '<ul><li>Geelong <b>Out of stock</b></li><li>Ballarat <b>Sold out</b></li></ul>',
    BUY,
  ],
  ['in_stock', '<table><tr><td>Geelong</td><td>Out of stock</td></tr></table>', BUY],
  [
    'out_of_stock',
    '<ul><li>Online <b>Out of stock</b></li><li>Geelong <b>Sold out</b></li></ul>',
    BUY,
  ],
  ['out_of_stock', '<p>Out of stock online and in store</p>', BUY],
  ['limited', '<p>Only 2 left in stock.</p>', BUY],
  [
    'in_stock',
    '',
    '<button>Add<span class="sr">Add Wattle &amp; Co Kettle 1.7L in blue to trolley</span></button>',
  ],
  ['pre_order', '<p>Releases 5 December</p>', '<button>Pre-order now</button>'],
  ['out_of_stock', '<p>Notify me when it is back</p>', ''],
  ['out_of_stock', '<p>Discontinued</p>', ''],
  ['out_of_stock', '<p>Available on backorder</p>', BUY],
  ['out_of_stock', '<p>Coming soon</p>', '<button>Notify me</button>'],
  ['out_of_stock', '', '<button disabled>Sold out</button>'],
  ['out_of_stock', '<p>Temporarily out of stock</p>', '<button disabled>Add to cart</button>'],
])('is %s: %s %s', (availability, text, button) => {
  expect(stock(text, button)).toBe(availability);
});

const read = (body: string, head = '') =>
  readPage({
    body: htmlPage(body, { title: 'Wattle & Co Kettle 1.7L', head }),
    url: 'https://www.billabong-goods.com.au/product/kettle',
    contentType: 'text/html',
  });

it('takes a disabled buy button as a sign of a product page', () => {
  const { product } = read(
    kettleBlock('<p class="price">$49.95</p>', '<button disabled>Add to cart</button>'),
  );
  expect(product?.price).toBe('49.95');
});

it('accepts a pre-order button as a buy button', () => {
  const { product } = read(
    kettleBlock('<p class="price">$49.95</p>', '<button>Pre-order now</button>'),
  );
  expect(product).toMatchObject({ price: '49.95', availability: 'pre_order' });
});

it('reads a sold-out product without a price, not the list of alternatives', () => {
  const instead = `<ul>${[1, 2, 3].map((index) => tile(index, `<b>$${index}9.00</b>`)).join('')}</ul>`;
  const head = '<meta property="product:brand" content="Wattle & Co">';
  const { product, items } = read(
    `<h1>Wattle &amp; Co Kettle 1.7L</h1><p>Temporarily out of stock</p>${instead}`,
    head,
  );
  expect(items).toEqual([]);
  expect(product).toMatchObject({ price: null, availability: 'out_of_stock' });
});

it('overrides "in stock" if the page says sold out and its button is disabled', () => {
  const block = (button: string) =>
    `${jsonLd(kettle())}${kettleBlock('<p class="price">$49.95</p><p>Out of stock</p>', button)}`;
  expect(read(block('<button disabled>Sold out</button>')).product?.availability).toBe(
    'out_of_stock',
  );
  expect(read(block('')).product?.availability).toBe('in_stock');
  const labelled = block('').replace('<p>Out', '<p class="stock">Out');
  expect(read(labelled).product?.availability).toBe('out_of_stock');
  expect(read(block('<button>Add to cart</button>')).product?.availability).toBe('in_stock');
});

it('accepts elements with the role of a button', () => {
  expect(stock('', '<div role="button" tabindex="0">Add to cart</div>')).toBe('in_stock');
  expect(stock('', '<div>Add to cart</div>')).toBe('unknown');
});

it('a text far behind the button is not about the product', () => {
  const description = '<div><p>Description</p></div>'.repeat(25);
  expect(stock('', `${BUY}${description}<p>Out of stock</p>`)).toBe('in_stock');
});

describe('stock of the page against that of its data', () => {
  const at = (stated: string, printed: string) => {
    const offers = { '@type': 'Offer', price: '49.95', priceCurrency: 'AUD', availability: stated };
    const price = '<p class="price">$49.95</p>';
    return read(`${jsonLd(kettle({ offers }))}${kettleBlock(`${price}${printed}`, '')}`).product
      ?.availability;
  };
  const dead = '<button disabled>Add to cart</button>';

  it.each([
    'Out-of-Stock',
    'Sold-out',
    'Not in stock',
    'Isn’t in stock at the moment',
    'No longer in stock',
    'Nil stock',
    'Stock: none',
    'Unavailable',
    'Not available',
    'Temporarily out-of-stock',
  ])('"%s" beside a disabled button overrides "in stock"', (text) => {
    expect(at('InStock', `<span>${text}</span>${dead}`)).toBe('out_of_stock');
  });

  it.each([
    'Sorry, this item is sold out',
    'Currently not available',
    'Availability: Out of stock',
  ])('the sentence "%s" needs no button', (text) =>
    expect(at('InStock', `<p>${text}</p>`)).toBe('out_of_stock'),
  );

  it('a sold-out product whose data still says "PreOrder" is sold out', () => {
    expect(at('PreOrder', '<p>Sold out</p>')).toBe('out_of_stock');
    expect(at('PreOrder', `<p>Out-of-stock</p>${dead}`)).toBe('out_of_stock');
    expect(at('PreOrder', '<button>Pre-order now</button>')).toBe('pre_order');
  });
});

describe('a "from" price as the only one', () => {
  const bed = (price: string, choice: string) =>
    read(kettleBlock(price, `${choice}<button>Add to cart</button>`)).product;
  const sizes = (one: string, two: string) =>
    `<select><option>Choose a size</option><option>${one}</option><option>${two}</option></select>`;

  it('is the lowest price of a product with sizes, and names the size', () => {
    const priced = sizes('1.2 L – $49.95', '1.7 L – $69.95');
    expect(bed('<p class="price">From $49.95</p>', priced)).toMatchObject({
      price: '49.95',
      variant: '1.2 L',
    });
    expect(bed('<p>Starting at <b>$49.95</b></p>', sizes('Small', 'Large'))?.price).toBe('49.95');
  });

  it('stays a range without a choice, and beside another one', () => {
    expect(bed('<p class="price">From $49.95</p>', '')?.price ?? null).toBeNull();
    const numbers = '<select><option>1</option><option>2</option></select>';
    expect(bed('<p class="price">From $49.95</p>', numbers)?.price ?? null).toBeNull();
    const two = '<p>From $49.95</p><p>From $59.95</p>';
    expect(bed(two, sizes('Small', 'Large'))?.price ?? null).toBeNull();
  });
});
