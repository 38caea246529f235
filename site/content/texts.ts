/* Fixed marketing texts (spec §1, §9), each written here only. Longer prose: faq.json and legal/*.md. */
import { SITE_NAME } from '#domain/text/site-name.ts';

export { SITE_NAME };

export const TAGLINE = 'Honest prices from 50+ Australian retailers';

export const DEFAULT_TITLE = `${SITE_NAME} – Compare prices across 50+ Australian retailers`;

export const DEFAULT_DESCRIPTION =
  'Search once and compare prices from 50+ Australian supermarkets, department stores and marketplaces, scored for value and checked against price history.';

export const DEFAULT_KEYWORDS =
  'price comparison Australia, compare prices, Australian retailers, best price, price history, unit prices, deals';

/** Default mailto addresses without SUPPORT_EMAIL and CONTACT_EMAIL, at a domain reserved for examples (RFC 2606). */
export const SUPPORT_EMAIL = 'support@priceroo.example';
export const CONTACT_EMAIL = 'hello@priceroo.example';

/** Spec §9: the year in the footer is fixed. */
export const COPYRIGHT_YEAR = 2025;

/** Spec §9: figures in the header banner. */
export const BANNER_STATS = {
  retailerCount: 50,
  userCount: '50,000+',
  searchesToday: '10,000+',
} as const;

/** Spec §1: the words of the footer's claims variant. */
export const FOOTER_CLAIMS = [
  { figure: '50+', label: 'Australian Retailers' },
  { figure: 'Every 2 hours', label: 'Real-Time Price Updates' },
  { figure: BANNER_STATS.userCount, label: 'Active Users' },
  { figure: 'No hidden ranking', label: '100% Transparent' },
] as const;

/** Spec §2 Home: the five popular searches. */
export const POPULAR_SEARCHES = [
  'iPhone 15',
  'Nike Shoes',
  'Gaming Laptop',
  'Coffee Machine',
  'Smart Watch',
] as const;

/** Categories linked from the home page. */
export const BROWSED_CATEGORIES = [
  'Phones',
  'Laptops',
  'Coffee Machines',
  'Running Shoes',
  'Smart Watches',
  'TVs',
  'Groceries',
] as const;

/** Kinds of shops that we compare (spec §1, db/seed/real-retailers), until their names are known. */
export const SHOP_KINDS = [
  'Supermarkets',
  'Department stores',
  'Discount stores',
  'Online marketplaces',
  'Electronics chains',
  'Appliance shops',
  'Computer shops',
  'Hardware stores',
  'Pharmacies',
  'Pet shops',
  'Sports shops',
  'Bookshops',
] as const;

/** Spec §2 Smart Search: suggestions in the empty state. */
export const SMART_SUGGESTIONS = [
  'iPhone 15 Pro',
  'Coffee Machine',
  'Laptop',
  'Running Shoes',
  'Smart Watch',
] as const;

/** Spec §1: the home page's headline stats. Fixed copy. */
export const HEADLINE_STATS = [
  { figure: '50+', label: 'retailers compared' },
  { figure: BANNER_STATS.userCount, label: 'shoppers' },
  { figure: BANNER_STATS.searchesToday, label: 'searches today' },
  { figure: '2 hours', label: 'between price updates' },
] as const;

export const SAVINGS_CLAIM = {
  heading: 'Ten minutes of looking can pay for a week of groceries.',
  text: 'The same product often differs by a fifth between two Australian shops on the same day. We line the shops up so you can see the gap before you pay it.',
} as const;

/** Spec §1: three hard-coded testimonials, always labelled as samples. */
export const TESTIMONIALS = [
  {
    name: 'Sarah',
    initial: 'M',
    city: 'Sydney',
    text: 'I was about to buy a coffee machine at the first shop I looked in. Two suburbs over it was $90 less.',
  },
  {
    name: 'James',
    initial: 'T',
    city: 'Melbourne',
    text: 'The price history is what did it for me. The “half price” laptop had been that price since autumn.',
  },
  {
    name: 'Priya',
    initial: 'K',
    city: 'Brisbane',
    text: 'Unit prices next to every grocery item. That alone changed where we shop for nappies.',
  },
] as const;

/** Profile (spec §2): fixed labels. */
export const MEMBER_SINCE = 'Member since 2024';
export const EMAIL_VERIFIED = 'Email verified';

/** The fixed text for a result without price metadata (spec §1). */
export const UPDATED_FALLBACK = 'Updated 2h ago';

/** What no other price comparison has: in the header's menu "Price tools", on home and in the footer. */
export const PRICE_TOOLS = [
  {
    href: '/docket',
    text: 'Price my list',
    about: 'The cheapest shops for all of it',
    icon: 'basket',
  },
  {
    href: '/deals',
    text: 'Price drops',
    about: 'Cheaper than nine days in ten',
    icon: 'down',
  },
  {
    href: '/refused-specials',
    text: 'Refused this week',
    about: '“Was” prices nobody was charged',
    icon: 'tag',
  },
  {
    href: '/shrink-watch',
    text: 'Packs that shrank',
    about: 'Less inside for the same money',
    icon: 'box',
  },
  {
    href: '/price-pass',
    text: 'Price pass',
    about: 'Bought it? Hear if it gets cheaper',
    icon: 'shield',
  },
] as const;
