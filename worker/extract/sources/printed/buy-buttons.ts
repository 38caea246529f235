import { type Element, type PageDocument, seenTextOf } from '../../page/document.ts';
import { labelOf, regionOf } from '../../page/region.ts';
import { isBuyButton, saysSoldOut } from '../../words/stock.ts';

/** The buttons of a product's own area that offer to buy it. */
export interface BuyButtons {
  live: Element[];
  /** There is one that is switched off, or says "sold out" instead. */
  hasDead: boolean;
}

/** Finds what the page's product can be bought with; `isForeign` tells what belongs to other products. */
export function findBuyButtons(
  page: PageDocument,
  isForeign: (element: Element) => boolean,
): BuyButtons {
  const controls = page.elements.filter(
    (element) => isControl(element) && regionOf(element) === 'main' && !isForeign(element),
  );
  const buttons = controls.filter((element) => isBuyButton(controlText(element), labelOf(element)));
  const live = buttons.filter((element) => !isDisabled(element));
  const hasDead =
    live.length < buttons.length ||
    controls.some((element) => isDisabled(element) && saysSoldOut(controlText(element)));
  return { live, hasDead };
}

function isControl(element: Element): boolean {
  const { name, attribs } = element;
  if (name === 'button' || name === 'a') return true;
  if (name === 'img') return isBuyButton('', labelOf(element));
  return name === 'input' && /^(?:submit|button|image)$/i.test(attribs['type'] ?? '');
}

function controlText(element: Element): string {
  const { attribs } = element;
  return `${seenTextOf(element, 160)} ${attribs['value'] ?? ''} ${attribs['aria-label'] ?? ''} ${attribs['title'] ?? ''}`.trim();
}

function isDisabled(element: Element): boolean {
  return (
    'disabled' in element.attribs ||
    element.attribs['aria-disabled'] === 'true' ||
    /(?:^|\s)disabled(?:\s|$)/.test(element.attribs['class'] ?? '')
  );
}
