import { readFileSync } from 'node:fs';
import { escapeHtml } from '#domain/text/escape-html.ts';
import { chance, pick } from '#worker/demo/world/seeded.ts';
import type { DemoShop } from '#worker/demo/world/shops.ts';
import makers from './class-names.json' with { type: 'json' };

/** The style sheet; $words are placeholders for the shop's class names and values. */
const SHEET = readFileSync(new URL('shop-css.txt', import.meta.url), 'utf8');
const HUES = [152, 205, 262, 340, 18, 36, 88, 178, 228, 300];
const SMALL_WORDS = new Set(['and', 'of', '&', 'the', 'co']);
const FACES = [
  'system-ui, sans-serif',
  'Georgia, "Times New Roman", serif',
  '"Trebuchet MS", "Segoe UI", sans-serif',
];

/** The shop's main colour as an hsl() hue, 0–359. */
function hueOf(shop: DemoShop): number {
  return (pick(HUES, shop.seed, 84) + Math.floor(chance(shop.seed, 85) * 24)) % 360;
}

/** The shop's logo: a tile with its initials above a horizon. */
export function shopLogo(shop: DemoShop): string {
  const hue = hueOf(shop);
  const letters = escapeHtml(initials(shop.name));
  const size = letters.length > 1 ? 50 : 62;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" role="img" aria-label="${escapeHtml(shop.name)}"><clipPath id="tile"><rect width="96" height="96" rx="20"/></clipPath><g clip-path="url(#tile)"><rect width="96" height="96" fill="hsl(${hue} 60% 92%)"/><circle cx="74" cy="24" r="13" fill="#f2b705"/><path d="M0 74q24-12 48-4t48-6v32H0z" fill="hsl(${hue} 55% 30%)"/></g><text x="46" y="64" text-anchor="middle" font-family="Georgia,serif" font-weight="700" font-size="${size}" fill="hsl(${hue} 60% 20%)">${letters}</text></svg>`;
}

function initials(name: string): string {
  const words = name.split(' ').filter((word) => !SMALL_WORDS.has(word.toLowerCase()));
  return words
    .slice(0, 2)
    .map((word) => word.charAt(0))
    .join('');
}

/** The shop's style sheet with its colour, typeface and corner radius. */
export function shopCss(shop: DemoShop): string {
  const radius = chance(shop.seed, 87) < 0.5 ? 4 : 14;
  const values: Record<string, string> = {
    ...classNames(shop),
    hue: String(hueOf(shop)),
    face: pick(FACES, shop.seed, 86),
    radius: `${radius}px`,
    innerRadius: `${Math.max(2, radius - 6)}px`,
  };
  return SHEET.replace(/\$(\w+)/g, (_, name) => values[name] ?? '');
}

/** The class names of a shop's templates by page element. */
export type ClassNames = (typeof makers)[number];

/** The class names of one of three template vendors. */
export const classNames = (shop: DemoShop): ClassNames => pick(makers, shop.seed, 83);
