import { escapeHtml } from '#domain/text/escape-html.ts';
import type { DemoShop } from '../world/shops.ts';
import { hueOf } from './shop-css.ts';

const SMALL_WORDS = new Set(['and', 'of', '&', 'the', 'co']);

function initials(name: string): string {
  const words = name.split(' ').filter((word) => !SMALL_WORDS.has(word.toLowerCase()));
  return words
    .slice(0, 2)
    .map((word) => word.charAt(0))
    .join('');
}

/** The shop's mark: a letter tile with a horizon below. */
export function shopLogo(shop: DemoShop): string {
  const hue = hueOf(shop);
  const letters = escapeHtml(initials(shop.name));
  const size = letters.length > 1 ? 50 : 62;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" role="img" aria-label="${escapeHtml(shop.name)}"><clipPath id="tile"><rect width="96" height="96" rx="20"/></clipPath><g clip-path="url(#tile)"><rect width="96" height="96" fill="hsl(${hue} 60% 92%)"/><circle cx="74" cy="24" r="13" fill="#f2b705"/><path d="M0 74q24-12 48-4t48-6v32H0z" fill="hsl(${hue} 55% 30%)"/></g><text x="46" y="64" text-anchor="middle" font-family="Georgia,serif" font-weight="700" font-size="${size}" fill="hsl(${hue} 60% 20%)">${letters}</text></svg>`;
}
