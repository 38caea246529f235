import { expect, it } from 'vitest';
import { letterTile } from './LetterTile.tsx';

it.each([
  ['Kmart', 'KM'],
  ['JB Hi-Fi', 'JH'],
  ['The Good Guys', 'TG'],
  ['Élan', 'ÉL'],
  ['', '?'],
])('%s is marked %s', (name, letters) => {
  expect(letterTile(name).letters).toBe(letters);
});

it('gives a name the same mark every time', () => {
  expect(letterTile('Coles')).toEqual(letterTile('Coles'));
});

it.each([
  [['Cellar Cockatoo', 'Circuit Cove', 'Crema Cove']],
  [['Banksia Books', 'Bushel & Bay']],
  [['Bilby Pets', 'Boronia Pharmacy']],
  [['Echidna Computing', 'Eucalypt Chemist']],
])('%j look different, though their letters are the same', (names) => {
  expect(new Set(names.map((name) => letterTile(name).letters)).size).toBe(1);
  expect(new Set(names.map((name) => letterTile(name).className)).size).toBe(names.length);
});
