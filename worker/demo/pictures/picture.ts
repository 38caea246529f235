import { LRUCache } from 'lru-cache';
import sharp from 'sharp';
import type { Product } from '../world/product.ts';
import { draw, drawingOf } from './drawings.ts';
import { inkOf } from './ink.ts';

/*
 * A product's picture: drawings.txt (what is it?) + ink (its colours and words) → SVG → WebP. Its ground is transparent, so that it
 * lies on light and dark pages alike; a pale rim keeps black goods visible on a dark one.
 */

const RIM =
  '<filter id="rim"><feMorphology in="SourceAlpha" operator="dilate" radius="3" result="wide"/><feFlood flood-color="#fff" flood-opacity=".3"/><feComposite in2="wide" operator="in"/><feMerge><feMergeNode/><feMergeNode in="SourceGraphic"/></feMerge></filter>';

function productSvg(product: Product): string {
  const drawing = drawingOf(product);
  const shapes = draw(drawing, inkOf(product, drawing.isMetal));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 600">${RIM}<ellipse cx="300" cy="500" rx="210" ry="20" fill="#1b2430" opacity=".12"/><g filter="url(#rim)">${shapes}</g></svg>`;
}

const PICTURE_PX = 600;
/** Pictures kept in memory: about 10 KB each. */
const kept = new LRUCache<string, Buffer, Product>({
  max: 200,
  fetchMethod: (_id, _stale, { context: product }) =>
    sharp(Buffer.from(productSvg(product)), { density: 96 })
      .resize(PICTURE_PX, PICTURE_PX)
      .webp({ quality: 78, effort: 2 })
      .toBuffer(),
});

/** The product's drawn picture as WebP, 600 px square. */
export function pictureOf(product: Product): Promise<Buffer> {
  return kept.forceFetch(product.id, { context: product });
}
