import { describe, expect, test } from 'vitest';
import { type CandidateProduct, chooseProduct as choose } from './choose-product.ts';
import { type Goods, productText } from './product-text.ts';

const reading = (name: string, over: Partial<Goods> = {}): Goods => ({ name, ...over });
const chooseProduct = (goods: Goods, candidates: CandidateProduct[]) =>
  choose(productText(goods), candidates);

/** The product row created by a product's first offer. */
const stored = (id: string, offer: Goods): CandidateProduct => ({
  ...offer,
  id,
  names: [offer.name],
});

const GTIN = '5702017416243';
const OTHER_GTIN = '5702017416236';

describe('the product of an offer', () => {
  test('matches by GTIN first', () => {
    const byTitle = stored('title', reading('Sony Alpha A6400 Black'));
    const byGtin = stored('gtin', reading('Sony mirrorless camera', { gtin: GTIN }));
    const choice = chooseProduct(reading('Sony Alpha A6400 Black', { gtin: GTIN }), [
      byTitle,
      byGtin,
    ]);
    expect(choice).toEqual({
      productId: 'gtin',
      method: 'gtin',
      confidence: 0.99,
      because: [`same barcode ${GTIN}`],
      equals: [],
    });
  });

  test('matches by brand, model number and variant', () => {
    const product = stored(
      'p',
      reading('Galaxy S24 5G 256GB Black', { brand: 'Samsung', model: 'SM-S921B' }),
    );
    const offer = reading('Samsung S24 Smartphone Black 256 GB', {
      brand: 'Samsung',
      model: 'SMS921B',
    });
    expect(chooseProduct(offer, [product])).toMatchObject({ productId: 'p', method: 'model' });
  });

  test('matches by title without contradictions', () => {
    const product = stored(
      'p',
      reading('Breville Bambino Espresso Machine Sea Salt (BES450SST)', { brand: 'Breville' }),
    );
    const offer = reading('breville bambino coffee machine sea salt', { brand: 'Breville' });
    expect(chooseProduct(offer, [product])).toMatchObject({
      productId: 'p',
      method: 'title',
      confidence: 0.95,
    });
  });

  test("matches by another shop's name when the title says more", () => {
    const product = stored('p', reading('Cesar Classics Beef Wet Dog Food 100g', { price: 2.25 }));
    const offer = reading('Cesar Classics Beef Wet | 100g', { price: 1.59 });
    expect(chooseProduct(offer, [product])).toBeNull();
    const known = { ...product, names: [...product.names, 'Cesar Classics Beef Wet 100g'] };
    expect(chooseProduct(offer, [known])).toMatchObject({ productId: 'p', method: 'words' });
  });

  test('matches by model number and equal words at any price', () => {
    const product = stored('p', reading('Z-Man Pandemic Board Game (ZM7101)', { price: 40.95 }));
    const offer = reading('Z-Man Pandemic Board Game - ZM7101', { price: 69 });
    expect(chooseProduct(offer, [product])).toMatchObject({ productId: 'p' });
  });

  test('finds none when no key fits', () => {
    expect(
      chooseProduct(reading('Kettle Chips Sea Salt 165g'), [
        stored('p', reading('Sony Alpha A6400')),
      ]),
    ).toBeNull();
    expect(chooseProduct(reading(''), [])).toBeNull();
  });
});

describe('what refuses a candidate', () => {
  test('refuses other contents or storage, even under one GTIN', () => {
    const product = stored('p', reading('Milo 200g', { gtin: GTIN }));
    expect(chooseProduct(reading('Milo 1kg', { gtin: GTIN }), [product])).toBeNull();
    const phone = stored('p', reading('iPhone 15 128GB', { gtin: GTIN }));
    expect(chooseProduct(reading('iPhone 15 256GB', { gtin: GTIN }), [phone])).toBeNull();
  });

  test("refuses a product that the offer's shop lists under another name, unless the GTIN is equal", () => {
    const drink = reading('Fanta Orange Soft Drink 2L', { gtin: GTIN, price: 3 });
    const offer = reading('Fanta Orange 2L', { price: 3 });
    const product = stored('p', drink);
    expect(chooseProduct(offer, [product])).toMatchObject({ productId: 'p' });
    const listed = { ...product, listed: [drink.name] };
    expect(chooseProduct(offer, [listed])).toBeNull();
    expect(chooseProduct({ ...offer, gtin: GTIN }, [listed])).toMatchObject({ method: 'gtin' });
    expect(chooseProduct(offer, [{ ...listed, listed: [offer.name] }])).not.toBeNull();
  });

  test('links nothing by the name of a series, with the kind stated or not', () => {
    const vague = reading('Makita 18V LXT Brushless - Skin DTD173SK', { price: 229 });
    for (const name of [
      'Makita 18V LXT Brushless Hammer Drill Skin',
      'MAKITA 18V LXT Brushless Skin',
    ])
      expect(chooseProduct(vague, [stored('p', reading(name, { price: 239 }))])).toBeNull();
  });

  test('proves no products equal of which two contradict each other', () => {
    const plain = reading('Mahalo Soprano Ukulele Starter Bag', { price: 50 });
    const coloured = (colour: string) => {
      const product = stored(colour, reading(`${plain.name} ${colour}`, { price: 50 }));
      return { ...product, names: [...product.names, plain.name] };
    };
    const own = { ...stored('plain', plain), gtin: GTIN };
    const offer = { ...plain, gtin: GTIN };
    const equals = (...others: CandidateProduct[]) =>
      chooseProduct(offer, [own, ...others])?.equals;
    expect(equals(coloured('Red'))).toEqual(['Red']);
    expect(equals(coloured('Red'), coloured('Blue'))).toEqual([]);
  });

  test('refuses another GTIN with the same title', () => {
    const product = stored('p', reading('LEGO City Police Car', { gtin: GTIN }));
    expect(
      chooseProduct(reading('LEGO City Police Car', { gtin: OTHER_GTIN }), [product]),
    ).toBeNull();
  });

  test('refuses another model number, unless one extends the other', () => {
    const product = stored(
      'p',
      reading('Sony Noise Cancelling Headphones Black (WH1000XM5)', { brand: 'Sony' }),
    );
    const offer = (code: string) =>
      reading(`Sony Noise Cancelling Headphones Black (${code})`, { brand: 'Sony' });
    expect(chooseProduct(offer('WH1000XM6'), [product])).toBeNull();
    expect(chooseProduct(offer('WH1000XM5B'), [product])).toMatchObject({ method: 'title' });
  });

  test('refuses another kind or edition with one model number', () => {
    const kettle = stored('p', reading("Smeg 50's Style Kettle Black", { brand: 'Smeg' }));
    expect(
      chooseProduct(reading("Smeg 50's Style Toaster Black", { brand: 'Smeg' }), [kettle]),
    ).toBeNull();
    const plus = stored(
      'p',
      reading('Surface Pro 11 Snapdragon X Plus Black', { brand: 'Microsoft', model: 'ZHX-00012' }),
    );
    const elite = reading('Surface Pro 11 Snapdragon X Elite Black', {
      brand: 'Microsoft',
      model: 'ZHX-00012',
    });
    expect(chooseProduct(elite, [plus])).toBeNull();
  });
});
