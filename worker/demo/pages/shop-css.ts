import { escapeHtml } from '#domain/text/escape-html.ts';
import { chance } from '#worker/demo/world/seeded.ts';
import type { DemoShop } from '#worker/demo/world/shops.ts';

const HUES = [152, 205, 262, 340, 18, 36, 88, 178, 228, 300];
const SMALL_WORDS = new Set(['and', 'of', '&', 'the', 'co']);
const FACES = [
  'system-ui, sans-serif',
  'Georgia, "Times New Roman", serif',
  '"Trebuchet MS", "Segoe UI", sans-serif',
];

/** The shop's main colour as an hsl() hue, 0–359. */
function hueOf(shop: DemoShop): number {
  const hue = HUES[Math.floor(chance(shop.seed, 84) * HUES.length)] ?? 152;
  return (hue + Math.floor(chance(shop.seed, 85) * 24)) % 360;
}

/** The shop's mark: a letter tile with a horizon below. */
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

/** The shop's one style sheet: its colour, its face, its corners. */
export function shopCss(shop: DemoShop): string {
  const hue = hueOf(shop);
  const face = FACES[Math.floor(chance(shop.seed, 86) * FACES.length)] ?? FACES[0];
  const radius = chance(shop.seed, 87) < 0.5 ? 4 : 14;
  const c = classNames(shop);
  return `:root{--main:hsl(${hue} 55% 28%);--tint:hsl(${hue} 40% 95%);--line:hsl(${hue} 15% 86%);--ink:#1c232b;--deal:#b3261e}
*{box-sizing:border-box}body{margin:0;font:16px/1.5 ${face};color:var(--ink);background:#fff}
a{color:var(--main)}img{max-width:100%;height:auto;display:block}h1{font-size:1.6rem;line-height:1.2}h2{font-size:1.15rem}
.notice{margin:0;padding:6px 16px;background:#fff3c4;color:#4a3b00;font-size:.85rem;text-align:center}
.masthead{display:flex;flex-wrap:wrap;gap:12px 28px;align-items:center;justify-content:space-between;padding:14px 24px;background:var(--main);color:#fff}
.brandmark{display:flex;gap:12px;align-items:center;color:#fff;text-decoration:none;font-size:1.35rem;font-weight:700}
.masthead form{display:flex;flex:1 1 260px;max-width:460px}.masthead input{flex:1;min-width:0;padding:10px 14px;border:0;border-radius:${radius}px 0 0 ${radius}px;font:inherit}.masthead button{padding:0 18px;border:0;border-radius:0 ${radius}px ${radius}px 0;background:var(--ink);color:#fff;font:inherit}
.aisles{display:flex;flex-wrap:wrap;gap:4px 20px;padding:10px 24px;border-bottom:1px solid var(--line)}.aisles a{text-decoration:none;font-size:.95rem}
.promise{margin:0;padding:6px 24px;background:var(--tint);font-size:.85rem}
main,footer{max-width:1120px;margin:0 auto;padding:16px 24px}footer{border-top:1px solid var(--line);font-size:.85rem;color:#56606e}
.welcome{padding:28px;border-radius:${radius}px;background:var(--tint)}.welcome h1{margin:0 0 4px}
.aisle-list{display:flex;flex-wrap:wrap;gap:8px;padding:0;list-style:none}.aisle-list li{padding:8px 14px;border:1px solid var(--line);border-radius:${radius}px}.aisle-list small{color:#56606e}
.${c.grid}{display:grid;grid-template-columns:repeat(auto-fill,minmax(200px,1fr));gap:18px;padding:0;list-style:none}
.${c.card}{display:flex;flex-direction:column;gap:2px;padding:12px;border:1px solid var(--line);border-radius:${radius}px}.${c.card} a{color:inherit;text-decoration:none}.${c.card} img{aspect-ratio:1;border-radius:${Math.max(2, radius - 6)}px;margin-bottom:8px}
.${c.cardTitle}{display:block;min-height:3em;font-size:.95rem;line-height:1.35}.${c.card}>.${c.cardPrice}{font-size:1.25rem;font-weight:700}.${c.card}>.${c.cardWas}{color:var(--deal);font-size:.85rem}.per-unit,.sold,.${c.unit}{color:#56606e;font-size:.85rem}.sold{color:var(--deal)}
.breadcrumbs{font-size:.85rem}.${c.page}{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,400px),1fr));gap:24px 40px;padding:12px 0}
.${c.gallery} img{border:1px solid var(--line);border-radius:${radius}px}.maker{margin:0;color:#56606e}.${c.title}{margin:.1em 0 .4em}
.${c.page}-buy{padding:16px 0}.${c.page}-buy p{margin:2px 0}.${c.info} .${c.price}{font-size:2rem;font-weight:700}.cents{font-size:.55em;vertical-align:super}
.${c.info} .${c.was},.${c.save}{color:var(--deal)}.${c.member}{display:inline-block;padding:2px 10px;border-radius:${radius}px;background:var(--tint)}.${c.rating}{color:#8a5a00;margin:0}
.add-to-cart{margin-top:12px;padding:12px 28px;border:0;border-radius:${radius}px;background:var(--main);color:#fff;font:inherit;font-weight:600}
.${c.options} ul{display:flex;flex-wrap:wrap;gap:8px;padding:0;list-style:none}.${c.options} a{display:block;padding:6px 12px;border:1px solid var(--line);border-radius:${radius}px;text-decoration:none;font-size:.9rem}.${c.options} a[aria-current]{border-color:var(--main);background:var(--tint)}
table{border-collapse:collapse;width:100%}th,td{padding:7px 10px;border-bottom:1px solid var(--line);text-align:left;font-weight:400}th{color:#56606e;width:40%}
.pagination{display:flex;flex-wrap:wrap;gap:6px;padding:16px 0}.pagination>*{padding:6px 12px;border:1px solid var(--line);border-radius:${radius}px;text-decoration:none}.pagination span{background:var(--main);color:#fff}
`;
}

const PARTS = [
  'page',
  'gallery',
  'info',
  'title',
  'price',
  'was',
  'save',
  'unit',
  'member',
  'stock',
  'rating',
  'options',
  'specs',
  'grid',
  'card',
  'cardTitle',
  'cardPrice',
  'cardWas',
] as const;

/** The class names of a shop's templates, by the part of the page. */
export type ClassNames = Record<(typeof PARTS)[number], string>;

/** The class names of three template makers, in the order of PARTS. */
const MAKERS = [
  `pdp pdp-media pdp-info pdp-title pdp-price pdp-was-price pdp-saving pdp-unit-price
   pdp-member-price pdp-availability pdp-rating pdp-options pdp-specs tiles product-tile
   tile-name tile-price tile-was`,
  `product product__gallery product__main product__name product__price product__price-was
   product__saving product__unit-price product__club-price product__stock product__rating
   product__options product__specifications product-grid product-card product-card__title
   product-card__price product-card__was`,
  `item-page item-picture item-detail item-heading price-now price-was price-save
   price-per-unit price-member stock-status item-stars item-variants item-facts results result
   result-title price-now price-was`,
];

export function classNames(shop: DemoShop): ClassNames {
  const maker = MAKERS[Math.floor(chance(shop.seed, 83) * MAKERS.length)] ?? '';
  const names = maker.split(/\s+/);
  return Object.fromEntries(PARTS.map((part, nth) => [part, names[nth]])) as ClassNames;
}
