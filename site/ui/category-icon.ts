import type { IconName } from './icon-names.ts';

const ICONS: Readonly<Record<string, IconName>> = {
  Phones: 'phone',
  'Phone Accessories': 'phone',
  Tablets: 'tablet',
  'Smart Watches': 'watch',
  Laptops: 'laptop',
  'Gaming Laptops': 'laptop',
  Computers: 'monitor',
  TVs: 'tv',
  Cameras: 'camera',
  Headphones: 'headphones',
  Speakers: 'speaker',
  Gaming: 'game',
  'Coffee Machines': 'coffee',
  'Kitchen Appliances': 'kettle',
  'Home Appliances': 'washer',
  Cookware: 'pot',
  Furniture: 'sofa',
  'Home Decor': 'sofa',
  'Bedding & Bath': 'bed',
  'Running Shoes': 'shoe',
  Shoes: 'shoe',
  Groceries: 'basket',
  'Pet Food': 'paw',
  Cleaning: 'spray',
  Liquor: 'bottle',
  Pharmacy: 'pill',
  Beauty: 'lipstick',
  Baby: 'rattle',
  Toys: 'blocks',
  Books: 'book',
  Stationery: 'pencil',
  Tools: 'wrench',
  Garden: 'leaf',
  Camping: 'tent',
  Sport: 'ball',
};

/** Icon of a category; a box for null and by default. */
export function categoryIcon(category: string | null): IconName {
  return ICONS[category ?? ''] ?? 'box';
}
