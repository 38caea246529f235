import type { Statement } from '../fetch-extract/shop-pages.ts';

/** What keeps a Chromium small; every subject's is started with it, so that none loads pictures or fonts. */
export const LEAN_ARGUMENTS = [
  '--blink-settings=imagesEnabled=false',
  '--disable-remote-fonts',
  '--disable-gpu',
  '--mute-audio',
];

/** Runs in a page of the bench, as its source: what a peer reads, by selectors made for these pages. */
export function readFields(): Statement {
  const text = (selector: string) => document.querySelector(selector)?.textContent ?? '';
  return {
    name: text('.pdp-title'),
    price: text('.price-now').replace('$', ''),
    isInStock: document.querySelector('.add-to-cart') !== null,
  };
}

/** The element whose coming says that a page of the bench is drawn. */
export const DRAWN = '.pdp-price';
