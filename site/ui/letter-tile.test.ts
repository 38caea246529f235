import { expect, it } from 'vitest';
import { letterTile } from './letter-tile.ts';

it.each([
  ['Kmart', 'KM'],
  ['JB Hi-Fi', 'JH'],
  ['The Good Guys', 'TG'],
  ['Élan', 'ÉL'],
  ['', '?'],
])('%s is marked %s', (name, letters) => {
  expect(letterTile(name).letters).toBe(letters);
});

it('keeps the colour of a name', () => {
  expect(letterTile('Coles')).toEqual(letterTile('Coles'));
});
