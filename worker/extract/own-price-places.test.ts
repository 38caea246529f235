import { expect, test } from 'vitest';
import { ownPricePlaces } from './own-price-places.ts';
import { readMarkup } from './shown-markup.ts';

const FAR = `<p>${'Boils water. '.repeat(400)}</p>`;
const OTHER = '<a href="/product/pot-7">Pot</a> <b>$49.95</b> <b>$89.95</b>';

/** How many of the places that print $49.95 may be the kettle's own. */
function ownOf(html: string): number {
  const markup = readMarkup(`<title>Kettle 1.7L | Shop</title>${html}`);
  const places = [...markup.shown.matchAll(/49\.95/g)].map(({ index }) => index);
  return ownPricePlaces(places, 'Kettle 1.7L', markup).length;
}

test('another article far down that costs the same is left out', () => {
  expect(ownOf(`<h1>Kettle 1.7L</h1><b>$49.95</b>${FAR}${OTHER}`)).toBe(1);
});

test.each([
  ['it stands near', `<h1>Kettle 1.7L</h1><b>$49.95</b>${OTHER}`],
  ['the heading says another name', `<h1>Kettle</h1><b>$49.95</b>${FAR}${OTHER}`],
  ['there is no price at the heading', `<h1>Kettle 1.7L</h1>${FAR}<b>$49.95</b>${FAR}${OTHER}`],
  [
    'the name is printed again and again',
    `<h1>Kettle 1.7L</h1><b>$49.95</b>${FAR}<p>Kettle 1.7L</p><p>Kettle 1.7L</p>${OTHER}`,
  ],
])('all places count where %s', (_where, html) => {
  expect(ownOf(html)).toBe(2);
});
