import { expect, it } from 'vitest';
import { attachIncluded } from './wrappers.ts';

it('what a resource points to hangs on it', () => {
  const prices = { formatted: '$14.50' };
  const resource = {
    attributes: { name: 'Soap' },
    relationships: { prices: { data: [{ type: 'prices', id: '1' }] }, brand: { data: null } },
  };
  attachIncluded({ data: [resource], included: [{ type: 'prices', id: '1', attributes: prices }] });
  expect(resource.attributes).toEqual({ name: 'Soap', prices });
});
