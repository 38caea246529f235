import type { ShopPage, Statement } from './shop-pages.ts';

/** What a subject of the bench is told. */
export interface Order {
  port: number;
  paths: string[];
  /** The paths are visited this many times in the measured part. */
  rounds: number;
  databaseUrl: string;
  /** By path, where saved pages were served. */
  saved: Record<string, NonNullable<ShopPage['saved']>>;
  /** Folder with the installed peers. */
  peers: string;
}

/** What it answers: the cost of the measured part, and what it read of each path. */
export interface Cost {
  pages: number;
  cpuMs: number;
  wallMs: number;
  peakMb: number;
  read: Record<string, Statement | null>;
}

/** Fetches at once in every subject; a worker process reads four shops at once by default. */
export const LANES = 8;

/** Does the work once over some paths to warm up, then measured, and tells the parent process what it cost. */
export function runSubject(
  open: (order: Order) => Promise<{
    work: (paths: string[]) => Promise<Cost['read']>;
    close?: () => Promise<void>;
  }>,
): void {
  process.once('message', async (order: Order) => {
    const { work, close } = await open(order);
    const paths = Array.from({ length: order.rounds }, () => order.paths).flat();
    await work(paths.slice(0, Math.ceil(paths.length / 5)));
    const cpu = process.cpuUsage();
    const startedAt = performance.now();
    const read = await work(paths);
    const wallMs = performance.now() - startedAt;
    const { user, system } = process.cpuUsage(cpu);
    const peakMb = process.resourceUsage().maxRSS / 1024;
    const cost: Cost = { pages: paths.length, cpuMs: (user + system) / 1000, wallMs, peakMb, read };
    await close?.();
    process.send?.(cost, () => process.exit(0));
  });
}
