import { expect, test } from 'vitest';
import { canonicalName } from './canonical-name.ts';

const named = (brand: string | null, ...names: string[]) =>
  canonicalName(names.map((name) => ({ name, brand })));

test.each([
  ['Breville Crispy Crust Pizza Pizza Oven', 'Breville Crispy Crust Pizza Oven'],
  ['Chobani Greek Yogurt Yoghurt 907 g', 'Chobani Greek Yogurt 907g'],
  ['nutella hazelnut spread 400 g', 'Nutella Hazelnut Spread 400g'],
  ['Fruit & Nut Muesli | 1kg', 'Fruit & Nut Muesli 1kg'],
  [
    'SAMSUNG 55" QN90D QLED 4K TV - QA55QN90DAWXXY - FREE DELIVERY!',
    'Samsung 55" QN90D QLED 4K TV',
  ],
  ['Solo 12x375ml', 'Solo 12 x 375mL'],
  ['Drontal Dogs to 10kg Tablets - 4 Pack', 'Drontal Dogs to 10kg Tablets 4 pack'],
  ['Instax SQ40 Instant Camera - SQ40', 'Instax SQ40 Instant Camera'],
  ['Scanpan Impact 5 piece Cookware Set', 'Scanpan Impact 5 Piece Cookware Set'],
  ['Anker Prime 67W USB-C Charger', 'Anker Prime 67W USB-C Charger'],
])('one title is tidied: %s', (title, name) => {
  expect(named(null, title)).toBe(name);
});

test('codes go where the name says the model without them', () => {
  expect(named('Sunbeam', 'Sunbeam Rise Up Kettle - Black KEM1007BL')).toBe(
    'Sunbeam Rise Up Kettle Black',
  );
  const sony = ['Sony WH-1000XM5 Headphones', 'Sony Headphones (WH-1000XM5)', 'Sony Headphones'];
  expect(named('Sony', ...sony)).toContain('WH-1000XM5');
});

test('what most shops say stays, in the case that most write, the brand first and the size last', () => {
  expect(
    named(
      'Philips',
      'PHILIPS Airfryer XXL Air Fryer 7.2L',
      'Philips HD9285 7.2 L Airfryer XXL, Hot Deal',
      'philips airfryer xxl air fryer 7.2l',
      'Airfryer XXL Air Fryer 7.2L Philips',
    ),
  ).toBe('Philips Airfryer XXL Air Fryer 7.2L');
  expect(named('Tim Winton', 'Juice (Paperback) by Tim Winton')).toBe('Tim Winton Juice Paperback');
});

test('small words that most shops write small stay so', () => {
  const mini = [
    'Apple iPad mini 8.3" Tablet',
    'Apple iPad mini 8.3" Tablet',
    'APPLE IPAD MINI 8.3"',
  ];
  expect(named('Apple', ...mini)).toBe('Apple iPad mini 8.3" Tablet');
});

test('a name never becomes empty', () => {
  expect(named(null, '!!!')).toBe('!!!');
  expect(named('Acme', 'AB1234')).toBe('Acme AB1234');
  expect(() => canonicalName([])).toThrow(RangeError);
});
