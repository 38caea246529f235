import { expect, test } from 'vitest';
import type { StatusRow } from '#site/server/public-pages/retailer.ts';
import { htmlOf } from '../../../tests/support/draw.ts';
import { RetailerList, retailersByKind } from './RetailerList.tsx';

const shop = (name: string, category: string) =>
  ({ name, category, path: `/retailers/${name}`, trustScore: 8, offers: 3 }) as StatusRow;
const list = (...shops: StatusRow[]) => htmlOf(RetailerList, { kinds: retailersByKind(shops) });
const times = (text: string, word: string) => text.split(`>${word}<`).length - 1;

test('states the kind once in the heading, or beside the name of a shop that is the only one of its kind', () => {
  const text = list(shop('Emu', 'Books'), shop('Kite', 'Books'), shop('Wren', 'Pets'));
  expect(times(text, 'Books')).toBe(1);
  expect(times(text, 'Other shops')).toBe(1);
  expect(times(text, 'Pets')).toBe(1);
});
