/* `cli demo`: lists the demo shops; `--break <shop> <kind>` breaks a running one to show that the worker notices, `none` mends it. */
import { type Config, loadConfig } from '#db/runtime/config.ts';
import { DEMO_RETAILERS } from '#db/seed/demo-retailers.ts';
import { OperatorError } from '#domain/errors.ts';
import { type DemoShops, startDemoShops } from '../demo/server.ts';
import {
  BREAK_KINDS,
  type BreakKind,
  breaksFileIn,
  readBreaks,
  writeBreak,
} from '../demo/world/breaks.ts';
import { demoPort, lastDemoPort } from './start/ports.ts';
import { parseWords, type Say } from './terminal.ts';

const ANSWER_MS = 2_000;

/** Runs `demo`; returns the exit code. Throws OperatorError for an unknown shop or kind. */
export async function demoCommand(args: readonly string[], say: Say = console.log) {
  const { values, positionals } = parseWords(args, { break: { type: 'boolean', default: false } });
  const file = breaksFileIn(loadConfig().dataDir);
  if (values.break) {
    const [shop = '', kind = ''] = positionals;
    writeBreak(file, knownShop(shop), knownKind(kind));
    say(kind === 'none' ? `${shop} is whole again.` : `${shop} is broken: ${kind}.`);
    return 0;
  }
  const broken = readBreaks(file);
  for (const { slug, name, category } of DEMO_RETAILERS) {
    const state = broken.get(slug);
    say(`${slug.padEnd(24)}${name.padEnd(26)}${category}${state ? `  broken: ${state}` : ''}`);
  }
  return 0;
}

function knownShop(slug: string): string {
  if (DEMO_RETAILERS.some((retailer) => retailer.slug === slug)) return slug;
  throw new OperatorError(`There is no demo shop '${slug}'; \`cli demo\` lists them.`);
}

function knownKind(kind: string): BreakKind | null {
  const known = BREAK_KINDS.find((one) => one === kind);
  if (known) return known;
  if (kind === 'none') return null;
  throw new OperatorError(`A demo shop can be broken as ${BREAK_KINDS.join(', ')}, or none.`);
}

/** The demo shops of a running `npm start`, else new ones until closed. Throws OperatorError when they are turned off. */
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
    // Nobody answers, or another program: no demo shops.
    return false;
  }
}
