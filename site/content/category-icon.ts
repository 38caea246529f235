import type { IconName } from './icon-names.ts';

const ICONS: Readonly<Record<string, IconName>> = {
  Phones: 'phone',
  'Smart Watches': 'watch',
  'Gaming Laptops': 'laptop',
  Laptops: 'laptop',
  Tablets: 'phone',
  TVs: 'tv',
  Gaming: 'game',
  Computers: 'laptop',
  'Coffee Machines': 'coffee',
  'Kitchen Appliances': 'home',
  'Home Appliances': 'home',
  'Running Shoes': 'shoe',
  Shoes: 'shoe',
  Books: 'book',
  Toys: 'game',
  Groceries: 'basket',
  'Pet Food': 'basket',
  Cleaning: 'basket',
  Furniture: 'home',
  'Bedding & Bath': 'home',
  Cookware: 'home',
  Stationery: 'book',
};

/** The drawing that suits a category; a box for those without one of their own. */
export function categoryIcon(category: string): IconName {
  return ICONS[category] ?? 'box';
}
