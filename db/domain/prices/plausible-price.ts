import { categoryOf } from '../category.ts';
import { type Cents, cents } from '../money.ts';

/**
 * What nothing of a category costs, in dollars: far above the dearest there is in a shop, so that a phone number or an article
 * number read as a price is caught, and no rarity is refused. Categories that are not named have the guard's own limit.
 */
const CEILING_DOLLARS: Readonly<Record<string, number>> = {
  Phones: 20_000,
  'Smart Watches': 50_000,
  Headphones: 100_000,
  'Gaming Laptops': 50_000,
  Laptops: 50_000,
  Tablets: 20_000,
  Gaming: 50_000,
  'Coffee Machines': 100_000,
  'Kitchen Appliances': 50_000,
  'Running Shoes': 10_000,
  Shoes: 20_000,
  'Pet Food': 20_000,
  Baby: 20_000,
  Books: 100_000,
  Toys: 50_000,
  Pharmacy: 50_000,
  Beauty: 20_000,
  Cleaning: 20_000,
  Groceries: 20_000,
  Clothing: 100_000,
};

/** No category's ceiling is lower: below it none needs to be known. Dollars. */
export const LOWEST_CEILING_DOLLARS = Math.min(...Object.values(CEILING_DOLLARS));

/** The most that a thing of this shop's category words and name can cost, in cents; null where only the general limit holds. */
export function categoryCeiling(shopCategory: string | null, name: string): Cents | null {
  const dollars = CEILING_DOLLARS[categoryOf(shopCategory, name) ?? ''];
  return dollars === undefined ? null : cents(dollars * 100);
}
