import { expect, test } from 'vitest';
import { readCatalogue } from '../world/read-catalogue.ts';
import { draw, drawingOf, inkOf } from './drawings.ts';

const catalogue = readCatalogue();
const nameOf = (brand: string, words: RegExp) => {
  const product = catalogue.find((each) => each.brand === brand && words.test(each.line));
  return product && drawingOf(product).name;
};

test.for([
  ['Global', /^Classic 20cm/, 'knife'],
  ['Brabantia', /Touch Bin/, 'bin'],
  ['Nike', /Mercurial/, 'football-boot'],
  ['Sony', /PlayStation 5 Slim Disc/, 'towerconsole'],
  ['Bodum', /Chambord/, 'plunger'],
  ['McCain', /Superfries/, 'frozenbag'],
  ["Smith's", /Crinkle/, 'bag'],
  ['Westinghouse', /Top Mount/, 'single-fridge'],
] as const)('%s %s is drawn as a %s', ([brand, line, drawing]) => {
  expect(nameOf(brand, line)).toBe(drawing);
});

test('every noun of the catalogue has a drawing', () => {
  const parcels = catalogue.filter((product) => drawingOf(product).name === 'parcel');
  expect([...new Set(parcels.map(({ noun }) => noun))]).toEqual([]);
});

test('draws a parcel for an unknown noun', () => {
  const [product] = catalogue;
  expect(product && drawingOf({ ...product, noun: 'Zither' }).name).toBe('parcel');
});

test('every drawing is well-formed, with its text escaped', () => {
  for (const product of catalogue) {
    const drawing = drawingOf(product);
    const svg = draw(drawing, inkOf({ ...product, brand: 'A<B' }, drawing.isMetal));
    expect(svg, drawing.name).not.toMatch(/NaN|undefined|A<B/);
  }
});
