import { describe, expect, test } from 'vitest';
import rules from './measures.json' with { type: 'json' };
import { askedOf, check } from './measures.ts';
import type { Need } from './needs.ts';

const need = (kind: Need['kind'], amount: number | null, words = 'so'): Need[] => [
  { kind, words, amount },
];
const checked = (type: string, needs: Need[], name: string, facts: Record<string, string> = {}) =>
  askedOf(needs, [type]).map(({ condition }) => check(condition, { name, facts }));

describe('a need is a measure of the type', () => {
  test.each([
    ['air conditioner', need('room', 15), 'Acme 2.5kW Split System', 'passes'],
    ['air conditioner', need('room', 15), 'Acme 7.1kW Split System', 'breaks'],
    ['air conditioner', need('room', 15), 'Acme Split System', 'unknown'],
    ['heater', need('room', 20), 'Acme 1500W Panel Heater', 'breaks'],
    ['tv', need('room', 9), 'Acme 32" TV', 'passes'],
    ['tv', need('room', 9), 'Acme 75" TV', 'breaks'],
    ['fridge', need('people', 5), 'Acme Fridge 300L', 'breaks'],
    ['laptop', need('memory', 16), 'Acme Laptop i5/8GB/512GB', 'breaks'],
    ['sunscreen', need('age', null, 'kids'), 'Acme Sunscreen SPF30', 'breaks'],
    ['formula', need('age', null, 'newborn'), 'Acme Step 1 Formula 900g', 'passes'],
    ['formula', need('age', null, 'newborn'), 'Acme Formula 6 to 12 months', 'breaks'],
    ['formula', need('age', null, 'newborn'), 'Acme Formula 900g', 'unknown'],
    ['pasta', need('diet', null, 'gluten free'), 'Acme Penne 500g', 'breaks'],
    ['pasta', need('diet', null, 'gluten free'), 'Acme Gluten Free Penne 500g', 'passes'],
    ['milk', need('diet', null, 'dairy free'), 'Acme Oat Milk 1L', 'passes'],
    ['lego', need('age', 4, '4 year old'), 'LEGO Icons Orchid', 'breaks'],
    ['soap', need('diet', null, 'gluten free'), 'Acme Unscented Soap', 'breaks'],
    ['soap', need('diet', null, 'fragrance free'), 'Acme Unscented Soap', 'passes'],
    ['soap', need('diet', null, 'vegan (('), 'Acme Vegan Soap', 'passes'],
  ])('%s, %j: %s %s', (type, needs, name, verdict) => {
    expect(checked(type, needs, name)).toEqual([verdict]);
  });

  test('specifications come before the name', () => {
    expect(checked('tent', need('people', 4), 'Acme 6P Tent', { Sleeps: '3' })).toEqual(['breaks']);
    const age = { Age: '0 to 6 months' };
    expect(checked('formula', need('age', null, 'newborn'), 'Acme', age)).toEqual(['passes']);
    expect(
      checked('pasta', need('diet', null, 'gluten free'), 'Penne', { 'Gluten free': 'Yes' }),
    ).toEqual(['passes']);
  });

  test('a type without a rule asks nothing', () => {
    expect(askedOf(need('room', 15), ['kettle'])).toEqual([]);
  });
});

test('each rule names its source, and its patterns are valid', () => {
  for (const rule of rules) {
    expect(rule.source, rule.of).not.toBe('');
    for (const pattern of [rule.of, rule.when, rule.has, rule.lacks])
      expect(() => new RegExp(pattern ?? '', 'i')).not.toThrow();
  }
});
