import { type Element, elementsIn } from './document.ts';

/** Elements of a shop's own making: <amp-img>, <lazy-image>. */
const DRAWN = /(?:^|-)(?:img|image|picture)(?:$|-)/;

/** A tile shows its product; rows of a buy box or a price table do not. */
export function hasPicture(root: Element): boolean {
  return elementsIn(root).some(
    ({ name, attribs }) =>
      name === 'img' ||
      name === 'picture' ||
      'data-bg' in attribs ||
      'data-background-image' in attribs ||
      (name.includes('-') && DRAWN.test(name)) ||
      /background(?:-image)?:\s*url/i.test(attribs['style'] ?? ''),
  );
}

/** The first link around a picture in the block; null when its pictures lead nowhere. */
export function pictureLink(root: Element): Element | null {
  return elementsIn(root).find((each) => each.name === 'a' && hasPicture(each)) ?? null;
}
