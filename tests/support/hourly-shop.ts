import { afterEach, beforeEach } from 'vitest';
import { openShopWorld, type ShopWorld } from './crawl-world.ts';

/** One shop, new for each test, under a clock that moves with its crawls. */
export interface HourlyShop {
  world: ShopWorld;
  /** Since the start. */
  hours: number;
  /** Every page is read, an hour after the last time. */
  crawl(): Promise<void>;
}

/** Opens such a shop before each test of the file that calls this, and closes it after. `start` in milliseconds. */
export function hourlyShop(start: number): HourlyShop {
  const opened = { hours: 0, crawl } as HourlyShop;

  async function crawl(): Promise<void> {
    await opened.world.crawl();
    opened.hours += 1;
  }

  beforeEach(async () => {
    opened.hours = 0;
    opened.world = await openShopWorld({}, () => new Date(start + opened.hours * 3_600_000));
  });

  afterEach(() => opened.world.close());

  return opened;
}
