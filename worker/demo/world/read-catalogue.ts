/*
 * catalogue/<category>.txt:
 *   # <name> | <department> | <noun>
 *   Brand | Line / noun | MODEL | 699 | colour: Black, White+20; storage: 64GB, 128GB+100 | Pump: 15 bar; Tank: 2 L
 * An option's `+20` adds to the price, `=4.50` sets it, `<250g` means that its pack held 250 g until recently.
 * The price is empty if the options set it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { OperatorError } from '#domain/errors.ts';
import { checkDigit } from '#domain/products/gtin.ts';
import { DAY_MS } from '#domain/time.ts';
import { type PackSize, parsePackSize } from './pack-size.ts';
import { chance, pick, reseed, seedOf } from './seeded.ts';

const FOLDER = new URL('../catalogue/', import.meta.url);
const SHRINKING_STARTS = Date.UTC(2025, 11, 1);
const SHRINKING_LASTS_MS = 330 * DAY_MS;

/** GS1 prefixes of ordinary goods (Australia, USA, Japan, Germany, China, UK, Korea); none is reserved for in-store use. */
const GTIN_PREFIXES = ['93', '93', '93', '00', '01', '45', '40', '69', '50', '88'];

interface OptionValue {
  axis: string;
  text: string;
  addCents: number;
  statedCents: number | null;
  before: PackSize | null;
}

/** 'Full Cream Milk 2L' → 'full-cream-milk-2l'. */
export function slugOf(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[̀-ͯ']/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

function readOption(axis: string, text: string): OptionValue {
  const [, value = '', before, sign, amount] =
    /^(.*?)(?:<([^+=]+))?(?:([+=])(\d+(?:\.\d+)?))?$/.exec(text.trim()) ?? [];
  const cents = Math.round(Number(amount ?? 0) * 100);
  return {
    axis,
    text: value.trim(),
    addCents: sign === '+' ? cents : 0,
    statedCents: sign === '=' ? cents : null,
    before: before ? parsePackSize(before) : null,
  };
}

function combinations(axes: OptionValue[][]): OptionValue[][] {
  return axes.reduce<OptionValue[][]>(
    (rows, values) => rows.flatMap((row) => values.map((value) => [...row, value])),
    [[]],
  );
}

/** 'BES870' in Black Truffle → 'BES870BT': a suffix distinguishes variants. */
function partNumber(model: string, options: OptionValue[]): string {
  const suffixes = options.map(({ text }) => {
    const digits = text.replace(/\D/g, '');
    const initials = text.split(/[^A-Za-z]+/).map((word) => word.slice(0, 1));
    return digits || (initials.length > 1 ? initials.join('') : text.slice(0, 2)).toUpperCase();
  });
  return model + suffixes.join('');
}

function readPairs(text: string): Record<string, string> {
  const pairs = text
    .split(';')
    .map((pair) => pair.split(/:(.*)/s).map((part) => part.trim()))
    .filter(([key, value]) => key && value);
  return Object.fromEntries(pairs);
}

function readLine(category: Category, row: string): Product[] {
  const [brand = '', naming = '', model = '', price = '', optionText = '', facts = ''] = row
    .split('|')
    .map((part) => part.trim());
  const [line = '', stated] = naming.split(' / ').map((part) => part.trim());
  const noun = stated ?? category.noun;
  const family = slugOf([brand, line, stated, model].join(' '));
  const axes = Object.entries(readPairs(optionText)).map(([axis, values]) =>
    values.split(',').map((value) => readOption(axis, value)),
  );
  return combinations(axes).map((values) => {
    const id = slugOf([family, ...values.map((value) => value.text)].join(' '));
    const seed = seedOf(id);
    const sized = values.find((value) => value.axis === 'size' && parsePackSize(value.text));
    const stated = values.find((value) => value.statedCents !== null)?.statedCents;
    const added = values.reduce((sum, value) => sum + value.addCents, 0);
    const usualCents = (stated ?? Math.round(Number(price) * 100)) + added;
    if (!(usualCents > 0))
      throw new OperatorError(`catalogue/${category.slug}.txt: no price in "${row}"`);
    const options = values.filter((value) => value !== sized && value.text !== '');
    return {
      id,
      seed,
      family,
      familySeed: seedOf(family),
      category,
      brand,
      line,
      noun,
      model: model === '' ? null : model,
      mpn: model === '' ? null : partNumber(model, options),
      options: Object.fromEntries(options.map((value) => [value.axis, value.text])),
      pack: sized ? parsePackSize(sized.text) : null,
      shrunk: sized?.before
        ? { at: SHRINKING_STARTS + chance(seed, 11) * SHRINKING_LASTS_MS, before: sized.before }
        : null,
      usualCents,
      gtin: chance(seed, 12) < 0.85 ? inventGtin(seed) : null,
      facts: readPairs(facts),
    };
  });
}

/** An invented GTIN-13 with a valid check digit; 12 digits (UPC) when its prefix is American. */
function inventGtin(seed: number): string {
  const prefix = pick(GTIN_PREFIXES, seed, 91);
  const body =
    String(reseed(seed, 92) % 1e5).padStart(5, '0') +
    String(reseed(seed, 93) % 1e5).padStart(5, '0');
  const digits = prefix + (prefix.startsWith('0') ? `8${body.slice(1)}` : body);
  const gtin = digits + checkDigit(digits);
  return gtin.startsWith('0') ? gtin.slice(1) : gtin;
}

/** Reads one data file's text; throws OperatorError when a line has no price. */
export function readCategory(slug: string, text: string): Product[] {
  const [head = '', ...rows] = text.split('\n').filter((row) => row.trim() !== '');
  const [name = '', department = '', noun = ''] = head
    .replace(/^#/, '')
    .split('|')
    .map((part) => part.trim());
  const category: Category = { slug, name, department, noun };
  return rows.flatMap((row) => readLine(category, row));
}

/** All products of all data files; throws OperatorError when two share an id or a GTIN. */
export function readCatalogue(): Product[] {
  const files = readdirSync(FOLDER)
    .filter((file) => file.endsWith('.txt'))
    .sort();
  const products = files.flatMap((file) =>
    readCategory(file.slice(0, -'.txt'.length), readFileSync(new URL(file, FOLDER), 'utf8')),
  );
  const seen = new Set<string>();
  for (const product of products) {
    for (const key of [product.id, product.gtin].filter((text) => text !== null)) {
      if (seen.has(key))
        throw new OperatorError(`catalogue: "${key}" appears twice (${product.category.slug})`);
      seen.add(key);
    }
  }
  return products;
}

/** A category: one data file of the catalogue. */
export interface Category {
  slug: string;
  name: string;
  department: string;
  /** The default noun of its products: 'Espresso Machine'. */
  noun: string;
}

/** One exact variant of a real model, with an invented GTIN. */
export interface Product {
  /** Stable key: 'breville-barista-express-bes870-black-truffle'. */
  id: string;
  seed: number;
  /** Key shared by the variants of a line. */
  family: string;
  familySeed: number;
  category: Category;
  brand: string;
  line: string;
  noun: string;
  model: string | null;
  /** The maker's part number of this variant: 'BES870BT'. */
  mpn: string | null;
  /** The options that distinguish it from its siblings, in order: { storage: '128GB', colour: 'Black' }. */
  options: Record<string, string>;
  /** Quantity of the pack, for goods sold by it. */
  pack: PackSize | null;
  shrunk: { at: number; before: PackSize } | null;
  /** Usual shelf price. */
  usualCents: number;
  gtin: string | null;
  facts: Record<string, string>;
}
