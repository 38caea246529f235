import { describe, expect, it } from 'vitest';
import { FETCHED_MS } from '../../../../tests/support/small-pages.ts';
import { pageAddress } from '../../page/address.ts';
import { emptyCandidate } from '../../values/candidate.ts';
import { readOffers, readSchemaProduct } from './schema-product.ts';

const BASE = 'https://www.billabong-goods.com.au/product/kettle';
const offer = (over: object) => ({
  '@type': 'Offer',
  priceCurrency: 'AUD',
  price: '149.00',
  ...over,
});
const offersOf = (value: unknown) =>
  readOffers(new Map([['offers', value]]), emptyCandidate('json-ld'), BASE, FETCHED_MS);
const prices = (value: unknown) => offersOf(value).map(({ price }) => price);
const specified = (...specifications: object[]) =>
  offersOf(offer({ price: undefined, priceSpecification: specifications }))[0];

describe('several offers', () => {
  it.each([
    ['in other currencies', { price: '99.00', priceCurrency: 'USD' }],
    ['of used goods', { price: '99.00', itemCondition: 'https://schema.org/RefurbishedCondition' }],
    ['of five or more pieces', { price: '129.00', eligibleQuantity: { minValue: 5 } }],
  ])('drops offers %s', (_what, other) => {
    expect(prices([offer(other), offer({})])).toEqual(['149.00']);
    expect(prices({ '@type': 'AggregateOffer', offers: [offer(other), offer({})] })).toEqual([
      '149.00',
    ]);
  });

  it('keeps an offer of used goods if there is no other', () => {
    expect(prices(offer({ itemCondition: 'UsedCondition' }))).toEqual(['149.00']);
  });

  it('opens nested lists', () => {
    expect(prices([[offer({})]])).toEqual(['149.00']);
  });
});

describe('price specifications', () => {
  it.each([
    ['a future sale price', { price: 99, priceType: 'SalePrice', validFrom: '2999-01-01' }],
    ['the price before tax', { price: '135.45', valueAddedTaxIncluded: 'false' }],
    ['the price of a litre', { price: '9.00', referenceQuantity: { value: 1, unitCode: 'LTR' } }],
    ['an instalment', { price: '37.25', billingDuration: 4 }],
    ['the price of each of six', { price: '139.00', eligibleQuantity: { minValue: 6 } }],
  ])('ignores %s', (_what, other) => {
    expect(specified(other, { price: '149.00' })?.price).toBe('149.00');
  });

  it('reads a price per piece', () => {
    expect(
      specified({ price: '4.50', referenceQuantity: { value: '1', unitCode: 'EA' } })?.price,
    ).toBe('4.50');
  });

  it.each(['https://schema.org/StrikethroughPrice', 'ListPrice', 'https://schema.org/SRP'])(
    'reads %s as the "was" price',
    (priceType) => {
      const was = { price: '189.00', priceType };
      expect(specified({ price: '149.00' }, was)).toMatchObject({
        price: '149.00',
        originalPrice: '189.00',
      });
    },
  );

  it('reads the type of a lone specification beside the price', () => {
    const priceSpecification = { price: 305, priceType: 'https://schema.org/StrikethroughPrice' };
    expect(offersOf(offer({ price: 245, priceSpecification }))[0]).toMatchObject({
      price: '245',
      originalPrice: '305',
    });
  });

  it('reads whole dollars a tenth below the "was" price as dollars, not as cents before tax', () => {
    const was = { price: 219, priceType: 'https://schema.org/StrikethroughPrice' };
    expect(specified({ price: 199 }, was)).toMatchObject({ price: '199', originalPrice: '219' });
  });
});

describe('delivery', () => {
  const cost = (value: unknown) => offersOf(offer({ shippingDetails: value }))[0]?.deliveryCost;
  const rate = (value: number, country: string) => ({
    shippingRate: { value, currency: 'AUD' },
    shippingDestination: { addressCountry: country },
  });

  it('is the cost for Australia', () => {
    expect(cost([rate(35, 'NZ'), rate(9.95, 'AU')])).toBe('9.95');
    expect(cost(rate(0, 'AU'))).toBe('0');
    expect(cost(rate(35, 'NZ'))).toBeNull();
  });
});

it('takes the offer whose whole address is the page’s, where offers differ in the query alone', () => {
  const sized = (size: string, price: string) =>
    offer({ price, sku: `K${size}`, url: `${BASE}?size=${size}` });
  const node = {
    '@type': 'Product',
    name: 'Kettle',
    sku: 'K1l',
    offers: [sized('1l', '49.95'), sized('2l', '69.95')],
  };
  const read = (url: string) =>
    readSchemaProduct(node, pageAddress(url), 'json-ld', FETCHED_MS).candidate;
  expect(read(`${BASE}?size=2l`)).toMatchObject({ price: '69.95', sku: 'K2l', fromPrice: false });
  expect(read(BASE)).toMatchObject({ price: '49.95', fromPrice: true });
});
