import { chance, pick, reseed } from '#worker/demo/world/seeded.ts';
import { jsonLd, kettle } from '../../support/small-pages.ts';
import { hostileValue, PRICE_TEXTS, REPEATED, randomText } from './hostile-texts.ts';

/** What is done to a body; `other` is another page. */
export type Damage = (body: string, seed: number, other: string) => string;

/** One page in this many has megabytes. */
const LARGE_ONE_IN = 40;
const LARGEST_CHARS = 3_000_000;

const at = (body: string, seed: number, question: number): number =>
  Math.floor(chance(seed, question) * body.length);

/** How many characters a flood has: mostly thousands, now and then millions. */
function floodChars(seed: number): number {
  const share = chance(seed, 51);
  return chance(seed, 50) * LARGE_ONE_IN < 1 ? share * LARGEST_CHARS : share * 60_000;
}

const insert = (body: string, position: number, text: string): string =>
  body.slice(0, position) + text + body.slice(position);

/** Puts other values into the page's own JSON-LD. */
const hostileJsonLd: Damage = (body, seed) => {
  const offer: Record<string, unknown> = {};
  const node: Record<string, unknown> = {};
  for (let field = 0; field < 3; field += 1) {
    const own = reseed(seed, field);
    offer[
      pick(
        [
          'price',
          'priceCurrency',
          'availability',
          'url',
          'lowPrice',
          'highPrice',
          'priceSpecification',
          'seller',
          'sku',
          'offers',
          'shippingDetails',
        ],
        own,
        0,
      )
    ] = hostileValue(own);
    node[
      pick(
        [
          'name',
          'brand',
          'image',
          'gtin13',
          'sku',
          'aggregateRating',
          'offers',
          'hasVariant',
          '@graph',
          '@type',
          '@id',
          'url',
          'additionalProperty',
          'description',
          'category',
        ],
        own,
        1,
      )
    ] = hostileValue(reseed(own, 1));
  }
  const rating = {
    ratingValue: hostileValue(reseed(seed, 7)),
    reviewCount: hostileValue(reseed(seed, 8)),
    bestRating: hostileValue(reseed(seed, 9)),
  };
  return (
    jsonLd(
      chance(seed, 10) < 0.5 ? kettle({ aggregateRating: rating }, offer) : kettle(node, offer),
    ) + body
  );
};

/** Each kind of damage, with its name. */
export const DAMAGES: readonly (readonly [string, Damage])[] = [
  ['cut', (body, seed) => body.slice(0, at(body, seed, 1))],
  ['headless', (body, seed) => body.slice(at(body, seed, 1))],
  [
    'splice',
    (body, seed, other) => body.slice(0, at(body, seed, 1)) + other.slice(at(other, seed, 2)),
  ],
  ['nested page', (body, seed, other) => insert(body, at(body, seed, 1), other)],
  [
    'repeated part',
    (body, seed) => {
      const start = at(body, seed, 1);
      const part = body.slice(start, start + 1 + Math.floor(chance(seed, 2) * 2_000));
      return insert(
        body,
        start,
        part.repeat(Math.max(1, Math.floor(floodChars(seed) / (part.length + 1)))),
      );
    },
  ],
  [
    'flood',
    (body, seed) => {
      const piece =
        pick(REPEATED, seed, 1) + (chance(seed, 2) < 0.3 ? pick(REPEATED, seed, 3) : '');
      return insert(
        body,
        at(body, seed, 4),
        piece.repeat(Math.floor(floodChars(seed) / piece.length)),
      );
    },
  ],
  [
    'flood in the heading',
    (body, seed) => {
      const piece = pick(REPEATED, seed, 1);
      return body.replace(
        '<h1',
        () => `<h1>${piece.repeat(Math.floor(floodChars(seed) / piece.length))}</h1><h1`,
      );
    },
  ],
  [
    'deep',
    (body, seed) => {
      const tag = pick(['div', 'b', 'span', 'table', 'ul', 'a', 'p', 'svg'], seed, 1);
      return insert(body, at(body, seed, 2), `<${tag}>`.repeat(Math.floor(floodChars(seed) / 5)));
    },
  ],
  [
    'deep JSON',
    (body, seed) => {
      const count = Math.floor(floodChars(seed) / 12);
      return `<script type="application/ld+json">${'{"offers":['.repeat(count)}${chance(seed, 1) < 0.5 ? ']}'.repeat(count) : ''}</script>${body}`;
    },
  ],
  [
    'many attributes',
    (body, seed) => {
      const value = randomText(seed, 40).replaceAll('"', '');
      const count = Math.floor(floodChars(seed) / 60);
      const attributes = Array.from(
        { length: count },
        (_, index) => `data-${index}="${value}"`,
      ).join(' ');
      return insert(body, at(body, seed, 2), `<div ${attributes}>`);
    },
  ],
  [
    'long attribute',
    (body, seed) =>
      insert(
        body,
        at(body, seed, 1),
        `<div class="${pick(REPEATED, seed, 2)
          .repeat(Math.floor(floodChars(seed) / 4))
          .replaceAll('"', '')} price">`,
      ),
  ],
  ['random text', (body, seed) => insert(body, at(body, seed, 1), randomText(seed, 3_000))],
  [
    'changed bytes',
    (body, seed) => {
      let changed = body;
      for (let index = 0; index < 20; index += 1) {
        const position = at(changed, seed, index);
        changed =
          changed.slice(0, position) +
          randomText(reseed(seed, index), 3) +
          changed.slice(position + 1);
      }
      return changed;
    },
  ],
  [
    'wrong charset',
    (body, seed) =>
      Buffer.from(body, pick(['latin1', 'utf16le', 'utf8'] as const, seed, 1)).toString(
        pick(['utf8', 'latin1', 'utf16le'] as const, seed, 2),
      ),
  ],
  [
    'other prices',
    (body, seed) =>
      body.replaceAll(/\d+\.\d\d/g, (price) =>
        chance(seed, Number(price)) < 0.6
          ? pick(PRICE_TEXTS, seed, Math.round(Number(price) * 100))
          : price,
      ),
  ],
  ['hostile JSON-LD', hostileJsonLd],
  [
    'many products',
    (body, seed) =>
      body +
      jsonLd(
        Array.from({ length: Math.floor(floodChars(seed) / 400) }, (_, index) =>
          kettle({ sku: `s${index}`, name: `Kettle ${index}` }),
        ),
      ),
  ],
  [
    'many tiles',
    (body, seed) =>
      insert(
        body,
        at(body, seed, 1),
        `<li class="card"><a href="/product/p-${seed % 9000}">Teapot of iron</a><b class="price">$4.50</b></li>`.repeat(
          Math.floor(floodChars(seed) / 90),
        ),
      ),
  ],
  [
    'many scripts',
    (body, seed) =>
      body +
      `<script>var price=1;window.x${seed % 99} = {"price":1,"name":"x"};</script>`.repeat(
        Math.floor(floodChars(seed) / 70),
      ),
  ],
];
