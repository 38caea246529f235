import type { PackSize } from './pack-size.ts';

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
  /** When the pack shrank, and the previous pack. */
  shrunk: { at: number; before: PackSize } | null;
  /** Usual shelf price. */
  usualCents: number;
  gtin: string | null;
  facts: Record<string, string>;
}
