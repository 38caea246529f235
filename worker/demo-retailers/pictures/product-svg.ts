import { escapeHtml } from '../pages/html.ts';
import type { Product } from '../product.ts';

/** A product's picture as SVG, 600 × 600. */
export function productSvg(product: Product): string {
  const hue = product.familySeed % 360;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 600"><rect width="600" height="600" fill="hsl(${hue} 30% 95%)"/><rect x="170" y="150" width="260" height="280" rx="28" fill="hsl(${hue} 25% 45%)"/><text x="300" y="310" text-anchor="middle" font-family="sans-serif" font-size="40" fill="#fff">${escapeHtml(product.brand)}</text></svg>`;
}
