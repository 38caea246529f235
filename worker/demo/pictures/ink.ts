import type { Product } from '../world/product.ts';
import { chance, pick } from '../world/seeded.ts';

/** The colours and words that a product is drawn with; the letters are those of drawings.txt. */
export interface Ink {
  colours: Readonly<Record<string, string>>;
  words: Readonly<Record<string, string>>;
}

/** A colour as CSS hsl() states it. */
type Hsl = readonly [hue: number, saturation: number, lightness: number];

/** What metal goods are made of. */
const METALS: readonly Hsl[] = [
  [220, 8, 22],
  [210, 6, 72],
  [215, 7, 40],
  [40, 12, 88],
];

/** Words in the names of colours; the first that fits decides. */
const COLOURS: [RegExp, Hsl][] = [
  [/rose gold|pink|blush|coral|peony|hazel rose/i, [345, 45, 76]],
  [
    /white|snow|starlight|sail|cream|chalk|ivory|porcelain|sea salt|almond|natural$|sand|beige|light bone/i,
    [40, 22, 90],
  ],
  [/silver|stainless|steel|metal|platinum|polished|aluminium|chrome/i, [210, 6, 74]],
  [/titanium|grey|gray|graphite|charcoal|slate|pewter|smoke/i, [215, 6, 46]],
  [/navy|midnight|denim|deep blue|twilight/i, [218, 38, 28]],
  [/blue|aqua|teal|azur|cobalt|sky|ocean|ultramarine|turquoise/i, [204, 48, 50]],
  [/green|mint|sage|olive|lime|matcha|volt|jade/i, [140, 28, 50]],
  [/yellow|amber|gold|champagne/i, [46, 66, 62]],
  [/orange|copper|sunset|desert/i, [24, 62, 56]],
  [/red|cerise|cherry|berry|crimson|scarlet/i, [354, 58, 46]],
  [/purple|violet|lilac|lavender|plum|iris/i, [268, 32, 60]],
  [/black|onyx|truffle|obsidian|jet|sesame|carbon|espresso/i, [220, 8, 19]],
];

const hsl = ([hue, saturation, lightness]: Hsl, shift = 0): string =>
  `hsl(${hue} ${saturation}% ${Math.min(97, Math.max(6, lightness + shift))}%)`;

function colourOf(product: Product): Hsl | null {
  const { colour, shade } = product.options;
  const name = colour ?? shade;
  return name === undefined ? null : (COLOURS.find(([words]) => words.test(name))?.[1] ?? null);
}

/** The ink of a product: the colour that its options name, else one of its line. */
export function inkOf(product: Product, isMetal: boolean): Ink {
  const { brand, familySeed, line, options } = product;
  const hue = Math.floor(chance(familySeed, 191) * 360);
  const plain = isMetal ? pick(METALS, familySeed, 192) : ([hue, 42, 44] as const);
  const body = colourOf(product) ?? plain;
  const size = Object.values(options).find((text) => /\d/.test(text)) ?? '';
  return {
    colours: {
      b: hsl(body),
      l: hsl(body, 9),
      d: hsl(body, -11),
      a: hsl([hue, 55, 48]),
      p: hsl([hue, 26, 96]),
      o: body[2] > 60 ? '#26303a' : '#f7f4ec',
    },
    words: { brand, line, size },
  };
}
