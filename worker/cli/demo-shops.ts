/*
 * The demo shops that a command reads.
 */
import type { Config } from '#db/runtime/config.ts';
import { DEMO_RETAILERS } from '#db/seed/demo-retailers.ts';
import { OperatorError } from '#domain/errors.ts';
import { type DemoShops, startDemoShops } from '../demo/server.ts';
import { breaksFileIn } from '../demo/world/breaks.ts';
import { demoPort, lastDemoPort } from './start/ports.ts';

const ANSWER_MS = 2_000;

/**
 * Those of a running `npm start`, else some of our own until they are closed. Throws OperatorError when they are
 * turned off.
 */
export async function reachDemoShops(config: Config): Promise<DemoShops> {
  if (!config.demoRetailers) {
    throw new OperatorError('The demo shops are turned off (DEMO_RETAILERS=false).');
  }
  const last = lastDemoPort(config);
  if (last > 0 && (await areShopsAt(last))) return { port: last, close: async () => undefined };
  const port = await demoPort(config);
  return startDemoShops({ port, breaksFile: breaksFileIn(config.dataDir) });
}

async function areShopsAt(port: number): Promise<boolean> {
  const [shop] = DEMO_RETAILERS;
  const url = `http://127.0.0.1:${port}/demo-shops/${shop?.slug}/robots.txt`;
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) })).ok;
  } catch {
    // Nobody listens, or someone who says nothing: no demo shops.
    return false;
  }
}
