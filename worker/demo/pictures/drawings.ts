import { LRUCache } from 'lru-cache';
import sharp from 'sharp';
import { tableRows } from '#db/runtime/table-rows.ts';
import { OperatorError } from '#domain/errors.ts';
import { escapeHtml } from '#domain/text/escape-html.ts';
import type { Product } from '../world/read-catalogue.ts';
import { chance, pick } from '../world/seeded.ts';

/*
 * A product's picture: a drawing (drawings.txt) and its ink (colours and words) → SVG → WebP. The background is transparent for light
 * and dark pages; a pale rim keeps black products visible on dark pages.
 *
 * drawings.txt has one drawing per line: <name> | <nouns of the products> | <shapes, back to front>
 * A '*' before the name means metal. A word of the line or category may precede a noun: 'Wet Dog Food'.
 * Shapes, in a square of 600:
 *   rect <colour> x y width height [radius]     circle <colour> x y radius        ellipse <colour> x y radius radius
 *   path <colour> <SVG path>                    line <colour> <width> <SVG path>
 *   text <text> x y width size <colour> [weight]   words …, over up to three lines   label x y width
 *   <SVG>                                       copied unchanged
 * A text is brand, line, size or a literal. A colour is CSS, one of FIXED_COLOURS, or of the product's ink: b body, d its dark
 * and l its light side, a accent, p paper, o text on the body; '/.5' after it sets the opacity.
 */

const FIXED_COLOURS: Readonly<Record<string, string>> = {
  c: '#dfe8ec',
  e: '#f6f1e4',
  g: '#27313f',
  k: '#2b333c',
  m: '#9aa3ab',
  n: '#4c9a6a',
  r: '#d9534f',
  s: '#1a2230',
  t: '#b08d62',
  w: '#ffffff',
  y: '#f2c14e',
};

interface Drawing {
  name: string;
  isMetal: boolean;
  shapes: readonly string[];
}

/** The drawing for an unknown noun. */
const PARCEL = 'parcel';
const BY_NAME = new Map<string, Drawing>();
const BY_NOUN = new Map<string, Drawing>();
for (const row of tableRows(new URL('drawings.txt', import.meta.url))) {
  const [name = '', nouns = '', shapes = ''] = row;
  const drawing = {
    name: name.replace('*', ''),
    isMetal: name.startsWith('*'),
    shapes: shapes.split('; '),
  };
  BY_NAME.set(drawing.name, drawing);
  for (const noun of nouns.split(', ').filter(Boolean)) {
    if (BY_NOUN.has(noun.toLowerCase()))
      throw new OperatorError(`drawings.txt: two show a ${noun}`);
    BY_NOUN.set(noun.toLowerCase(), drawing);
  }
}

/** The drawing for a product's noun; a parcel if the noun is unknown. */
export function drawingOf({ line, noun, category }: Product): Drawing {
  const head = noun.toLowerCase();
  const before = `${category.slug} ${line}`.toLowerCase().match(/[\p{L}\d]+/gu) ?? [];
  const exact = before.map((word) => BY_NOUN.get(`${word} ${head}`)).find(Boolean);
  const drawing = exact ?? BY_NOUN.get(head) ?? BY_NAME.get(PARCEL);
  if (!drawing) throw new OperatorError(`drawings.txt: no ${PARCEL}`);
  return drawing;
}

/** Renders a drawing with its ink: the content of a 600 × 600 SVG. */
export function draw({ shapes }: Drawing, ink: Ink): string {
  return shapes.map((shape) => (shape.startsWith('<') ? shape : shapeOf(shape, ink))).join('');
}

function shapeOf(shape: string, ink: Ink): string {
  const [kind = '', ...values] = shape.split(' ');
  if (kind === 'label') return labelOf(values.map(Number), ink);
  if (kind === 'text' || kind === 'words') return letteringOf(kind, values, ink);
  const [colour = '', ...rest] = values;
  const [first, x, y, width] = rest;
  const fill = paintOf('fill', colour, ink);
  if (kind === 'path') return `<path d="${rest.join(' ')}" ${fill}/>`;
  if (kind === 'line') {
    const stroke = paintOf('stroke', colour, ink);
    return `<path d="${rest.slice(1).join(' ')}" fill="none" ${stroke} stroke-width="${first}" stroke-linecap="round"/>`;
  }
  if (kind === 'circle') return `<circle cx="${first}" cy="${x}" r="${y}" ${fill}/>`;
  if (kind === 'ellipse')
    return `<ellipse cx="${first}" cy="${x}" rx="${y}" ry="${width}" ${fill}/>`;
  if (kind === 'rect') {
    const [, , , height, radius = 0] = rest;
    return `<rect x="${first}" y="${x}" width="${y}" height="${height}" rx="${radius}" ${fill}/>`;
  }
  throw new OperatorError(`drawings.txt: no shape "${shape}"`);
}

function paintOf(attribute: 'fill' | 'stroke', text: string, { colours }: Ink): string {
  const [name = '', opacity] = text.split('/');
  const paint = `${attribute}="${colours[name] ?? FIXED_COLOURS[name] ?? name}"`;
  return opacity ? `${paint} ${attribute}-opacity="${opacity}"` : paint;
}

/** The label of packaged goods: the brand on a band, the line below. */
function labelOf([x = 0, y = 0, width = 0]: readonly number[], ink: Ink): string {
  const band = `rect p ${x - width / 2} ${y - 46} ${width} 66`;
  const brand = `text brand ${x} ${y} ${width - 20} 38 #26303a 800`;
  const line = `words line ${x} ${y + 64} ${width - 12} 21 o 600`;
  return [band, brand, line].map((shape) => shapeOf(shape, ink)).join('');
}

const EM_PER_LETTER = 0.58;
const MOST_LINES = 3;

/** Text centred at (x, y), shrunk to fit `width`; 'words' wrap over several lines. */
function letteringOf(kind: 'text' | 'words', values: readonly string[], ink: Ink): string {
  const at = values.findIndex((value, index) => index > 0 && /^\d+$/.test(value));
  const said = values.slice(0, at).join(' ');
  const text = ink.words[said] ?? said;
  const [x = 0, y = 0, width = 0, size = 0] = values.slice(at, at + 4).map(Number);
  const [colour = '', weight = '700'] = values.slice(at + 4);
  const style = `text-anchor="middle" font-family="Helvetica,Arial,sans-serif" font-weight="${weight}" ${paintOf('fill', colour, ink)}`;
  const lines = kind === 'text' ? [text] : brokenAt(text, width / (size * EM_PER_LETTER));
  const step = size * 1.18;
  const top = y - ((lines.length - 1) * step) / 2;
  return lines
    .map((row, index) => {
      const fitted = Math.min(size, width / Math.max(1, row.length * EM_PER_LETTER));
      return `<text x="${x}" y="${top + index * step}" font-size="${fitted.toFixed(1)}" ${style}>${escapeHtml(row)}</text>`;
    })
    .join('');
}

function brokenAt(text: string, lettersALine: number): string[] {
  const lines: string[] = [];
  for (const piece of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + piece.length < Math.max(6, lettersALine)) {
      lines[lines.length - 1] = `${last} ${piece}`;
    } else lines.push(piece);
  }
  return lines.slice(0, MOST_LINES);
}

/** A product's colours and words; the letters are those of drawings.txt. */
interface Ink {
  colours: Readonly<Record<string, string>>;
  words: Readonly<Record<string, string>>;
}

/** A colour as CSS hsl() states it. */
type Hsl = readonly [hue: number, saturation: number, lightness: number];

/** Colours of metal goods. */
const METALS: readonly Hsl[] = [
  [220, 8, 22],
  [210, 6, 72],
  [215, 7, 40],
  [40, 12, 88],
];

/** Words in colour names; the first match decides. */
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

/** The ink of a product: the colour of its options, otherwise a colour of its line. */
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

const RIM =
  '<filter id="rim"><feMorphology in="SourceAlpha" operator="dilate" radius="3" result="wide"/><feFlood flood-color="#fff" flood-opacity=".3"/><feComposite in2="wide" operator="in"/><feMerge><feMergeNode/><feMergeNode in="SourceGraphic"/></feMerge></filter>';

function productSvg(product: Product): string {
  const drawing = drawingOf(product);
  const shapes = draw(drawing, inkOf(product, drawing.isMetal));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 600">${RIM}<ellipse cx="300" cy="500" rx="210" ry="20" fill="#1b2430" opacity=".12"/><g filter="url(#rim)">${shapes}</g></svg>`;
}

const PICTURE_PX = 600;
/** Cached pictures, about 10 KB each. */
const kept = new LRUCache<string, Buffer, Product>({
  max: 200,
  fetchMethod: (_id, _stale, { context: product }) =>
    sharp(Buffer.from(productSvg(product)), { density: 96 })
      .resize(PICTURE_PX, PICTURE_PX)
      .webp({ quality: 78, effort: 2 })
      .toBuffer(),
});

/** The product's drawn picture as WebP, 600 px square. */
export function pictureOf(product: Product): Promise<Buffer> {
  return kept.forceFetch(product.id, { context: product });
}
