import { expect, test } from 'vitest';
import { offerOfRow } from './feed-offer.ts';
import { fieldName, setField } from './feed-row.ts';

const OWN = 'https://www.mulga.example.com.au/p/7';
const CODED = encodeURIComponent(OWN);

/** The offer of a row with these columns; a name, an address and a price are added. */
function offerOf(columns: Record<string, string>) {
  const fields = new Map<string, string>();
  for (const [name, text] of Object.entries({
    ...columns,
    title: 'Mulga Kettle',
    link: OWN,
    price: '89',
  })) {
    setField(fields, fieldName(name), columns[name] ?? text);
  }
  return offerOfRow(fields, { website: 'https://www.mulga.example.com.au', now: new Date() });
}

/** The offer of a row that has only these columns. */
function offerOfOnly(columns: Record<string, string>) {
  const fields = new Map(Object.entries(columns).map(([name, text]) => [fieldName(name), text]));
  return offerOfRow(fields, { website: 'https://www.mulga.example.com.au', now: new Date() });
}

test.each<[string, Record<string, string>]>([
  [
    'Awin',
    {
      product_name: 'Mulga Kettle',
      search_price: '89.00',
      merchant_deep_link: OWN,
      aw_deep_link: 'https://www.awin1.com/pclick.php?p=1',
    },
  ],
  [
    'CJ',
    {
      NAME: 'Mulga Kettle',
      PRICE: '89.00',
      BUY_URL: `https://www.anrdoezrs.net/links/1/type/dlg/${OWN}`,
    },
  ],
  [
    'Commission Factory',
    {
      Name: 'Mulga Kettle',
      Price: '89.00',
      TrackingUrl: `https://t.cfjump.com/1/t/2?Url=${CODED}`,
    },
  ],
  [
    'Impact',
    {
      'Product Name': 'Mulga Kettle',
      'Current Price': '89.00',
      'Product URL': `https://mulga.pxf.io/c/1/2/3?u=${CODED}`,
    },
  ],
  [
    'Rakuten',
    {
      'product name': 'Mulga Kettle',
      'retail price': '89.00',
      'buy URL': `https://click.linksynergy.com/deeplink?id=a&murl=${CODED}`,
    },
  ],
])('reads the columns of %s', (_network, columns) => {
  expect(offerOfOnly(columns)).toMatchObject({
    offer: { name: 'Mulga Kettle', price: '89.00', url: OWN },
  });
});

test.each<[string, string | null]>([
  [`https://track.example/go?a=1&to=${CODED}`, OWN],
  [`https://track.example/go?to=${encodeURIComponent(`https://other.example/?u=${CODED}`)}`, OWN],
  [`https://track.example/${encodeURIComponent(CODED)}`, null],
  [`https://track.example/r/${CODED}`, OWN],
  [`https://track.example/r?u=${encodeURIComponent(CODED)}`, OWN],
  [
    `https://track.example/go?to=${encodeURIComponent(`${OWN}?awc=1_2&utm_source=x&size=L`)}`,
    `${OWN}?size=L`,
  ],
  ['https://track.example/go?to=https%3A%2F%2Fwww.wattle.example.net.au%2Fp%2F7', null],
  ['https://track.example/go?to=https%3A%2F%2Fuser%3Aword%40www.mulga.example.com.au%2Fp', null],
  ['https://track.example/go?to=https%3A%2F%2F%25', null],
])('the address inside %s is %s', (link, url) => {
  expect(offerOf({ link })).toMatchObject(
    url === null ? { refused: 'link-elsewhere' } : { offer: { url } },
  );
});

test.each([
  ['0', '89'],
  ['0.00 AUD', '89'],
  ['N/A', '89'],
  ['79.00', '79.00'],
])('with a sale price of %s the price is %s', (sale_price, price) => {
  expect(offerOf({ sale_price })).toMatchObject({ offer: { price } });
});

test.each([
  ['AU:::9.95 AUD', '9.95'],
  ['AU:9.95 AUD', '9.95'],
  ['NZ:::25.00 NZD,AU::Express:14.95 AUD,AU::Standard:9.95 AUD', '9.95'],
  ['AU:::1,009.95 AUD', '1009.95'],
  ['AU:WA::19.95 AUD', null],
  ['US:::9.95 AUD', null],
  ['AU:::9.95 USD', null],
  ['9.95', '9.95'],
  ['Free shipping', '0'],
  ['AU:::0 AUD', '0'],
])('shipping %s costs %s', (shipping, deliveryCost) => {
  expect(offerOf({ shipping })).toMatchObject({ offer: { deliveryCost } });
});

test.each([
  ['Brand New', true],
  ['NEW', true],
  ['new_condition', true],
  ['https://schema.org/NewCondition', true],
  ['New in box', true],
  ['Like new', false],
  ['New – open box', false],
  ['Refurbished', false],
  ['renewed', false],
])('condition %s is new: %s', (condition, isNew) => {
  expect('offer' in offerOf({ condition })).toBe(isNew);
});

test.each<[Record<string, string>, string, boolean]>([
  [{ multipack: '3' }, 'Mulga Kettle 3 Pack', false],
  [{ multipack: '3', title: 'Mulga Bulb 3 Pack' }, 'Mulga Bulb 3 Pack', false],
  [{ multipack: '1' }, 'Mulga Kettle', true],
  [{ multipack: '0' }, 'Mulga Kettle', true],
  [{ is_bundle: 'yes' }, 'Mulga Kettle', false],
])('%j is named %s; the barcode is its own: %s', (columns, name, hasGtin) => {
  const gtin = hasGtin ? expect.stringContaining('9300675024235') : null;
  expect(offerOf({ ...columns, ean: '9300675024235' })).toMatchObject({ offer: { name, gtin } });
});

test('cleans each text of a row', () => {
  const hostile = (text: string) => `\u202e${text}\u0007\u200f\u{e0041}`;
  const texts = [
    'title',
    'brand',
    'seller',
    'mpn',
    'sku',
    'category',
    'description',
    'variantTitle',
  ];
  const { offer } = offerOf(Object.fromEntries(texts.map((name) => [name, hostile('Mulga')]))) as {
    offer: object;
  };
  expect(offer).toMatchObject({
    name: 'Mulga',
    brand: 'Mulga',
    seller: 'Mulga',
    mpn: 'Mulga',
    sku: 'Mulga',
  });
  expect(offer).toMatchObject({ category: 'Mulga', description: 'Mulga', variant: 'Mulga' });
});
