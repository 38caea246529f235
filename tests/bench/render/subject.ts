import type { Statement } from '../fetch-extract/shop-pages.ts';

/** What a subject of the bench is told. */
export interface Order {
  port: number;
  paths: string[];
  lanes: number;
  databaseUrl: string;
  /** The Chromium that every subject steers. */
  chromiumPath: string;
  /** Folder with the installed peers. */
  peers: string;
}

/** Sent when the measured part begins. */
export const BEGUN = 'begun';

/** What it answers: the time of the measured part, and what it read of each path. */
export interface Cost {
  pages: number;
  wallMs: number;
  read: Record<string, Statement | null>;
}

/** What keeps a Chromium small; every subject's is started with it, so that none loads pictures or fonts. */
export const LEAN_ARGUMENTS = [
  '--blink-settings=imagesEnabled=false',
  '--disable-remote-fonts',
  '--disable-gpu',
  '--mute-audio',
];

/** Does the work over some paths to warm up, then over all, measured; tells the parent process what it cost. */
export function runSubject(
  open: (order: Order) => Promise<{
    work: (paths: string[]) => Promise<Cost['read']>;
    close?: () => Promise<void>;
  }>,
): void {
  process.once('message', async (order: Order) => {
    const { work, close } = await open(order);
    const { paths } = order;
    await work(paths.slice(0, Math.ceil(paths.length / 5)));
    process.send?.(BEGUN);
    const startedAt = performance.now();
    const read = await work(paths);
    const wallMs = performance.now() - startedAt;
    const cost: Cost = { pages: paths.length, wallMs, read };
    process.send?.(cost);
    await close?.();
    process.exit(0);
  });
}

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
