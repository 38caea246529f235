import { type Element, elementsIn, isElement } from '../../page/document.ts';

/** Elements of a shop's own making: <amp-img>, <lazy-image>. */
const DRAWN = /(?:^|-)(?:img|image|picture)(?:$|-)/;

/** A tile shows its product; rows of a buy box or a price table do not. Each element is asked once, however many hold it. */
export function hasPicture(root: Element): boolean {
  root.hasPicture ??= isPicture(root) || holdsPicture(root);
  return root.hasPicture;
}

function holdsPicture(element: Element): boolean {
  for (let child = element.first; child; child = child.next)
    if (isElement(child) && child.type === 'tag' && hasPicture(child)) return true;
  return false;
}

function isPicture({ name, attribs }: Element): boolean {
  return (
    name === 'img' ||
    name === 'picture' ||
    'data-bg' in attribs ||
    'data-background-image' in attribs ||
    (name.includes('-') && DRAWN.test(name)) ||
    /background(?:-image)?:\s*url/i.test(attribs['style'] ?? '')
  );
}

/** The first link around a picture in the block; null when its pictures lead nowhere. */
export function pictureLink(root: Element): Element | null {
  return elementsIn(root).find((each) => each.name === 'a' && hasPicture(each)) ?? null;
}
