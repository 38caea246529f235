import { pick, reseed } from '#worker/demo/world/seeded.ts';

const PARTS = ['header', 'menu', 'tile', 'button', 'price', 'gallery', 'review', 'footer', 'modal'];

/** A style sheet as build tools inline it. */
export const SHOP_STYLES: string = Array.from(
  { length: 500 },
  (_, index) =>
    `.${PARTS[index % PARTS.length]}-${index}{display:flex;gap:${index % 9}px;margin:0 auto;color:#2${index % 10}3a4${index % 7}}`,
).join('');

const DEPARTMENTS = [
  'Kitchen',
  'Laundry',
  'Garden',
  'Bedroom',
  'Tools',
  'Office',
  'Toys',
  'Sports',
];
const SHELVES = ['Kettles', 'Lamps', 'Mixers', 'Storage', 'Cleaning', 'Seating', 'Cables', 'Paint'];

/** The menu of all departments. */
export function siteMenu(seed: number): string {
  const departments = DEPARTMENTS.map((department, row) => {
    const shelves = Array.from({ length: 40 }, (_, index) => {
      const shelf = pick(SHELVES, reseed(seed, row), index);
      return `<li class="mega-menu__item"><a class="mega-menu__link" href="/category/${department.toLowerCase()}/${shelf.toLowerCase()}-${index}" data-track="nav|${department}|${index}">${shelf} ${index}</a></li>`;
    }).join('');
    return `<li class="menu-department"><button class="menu-toggle" aria-expanded="false">${department}</button><div class="mega-menu" hidden><ul>${shelves}</ul></div></li>`;
  }).join('\n');
  return `<header class="site-header"><a class="logo" href="/">Wattlebird</a><form action="/search"><input name="q" type="search"></form><a href="/cart" class="mini-cart">Cart $0.00</a><nav><ul class="menu">${departments}</ul></nav></header>`;
}

/** Links, addresses and small print. */
export function siteFooter(): string {
  const links = Array.from(
    { length: 40 },
    (_, index) =>
      `<li><a class="footer-link" href="/help/topic-${index}">Help topic ${index}</a></li>`,
  ).join('');
  return `<footer class="site-footer"><ul>${links}</ul><p>Prices in Australian dollars, GST included. Spend $50 more for free delivery.</p></footer>`;
}

/** Inline code of analytics and the like. */
export function siteScripts(seed: number): string {
  return Array.from({ length: 12 }, (_, index) => {
    const id = reseed(seed, 300 + index).toString(36);
    const body = `var t=window.q${id}||(window.q${id}=[]);t.push(["event","view_${index}"]);for(var i=0;i<t.length;i++){if(t[i][0]==="event"){(function(n){document.addEventListener("click",function(e){var a=e.target.closest("[data-track]");if(a){n.sent=true}})})(t[i])}}`;
    return `<script>(function(){${body.repeat(14)}})();</script>`;
  }).join('\n');
}
