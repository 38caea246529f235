/* `cli demo`: lists the demo shops; `--break <shop> <kind>` breaks a running one for a rehearsal, and `none` repairs it. */
import { type Config, loadConfig } from '#db/runtime/config.ts';
import { DEMO_RETAILERS } from '#db/seed/demo-retailers.ts';
import { OperatorError, UsageError } from '#domain/errors.ts';
import { type DemoShops, startDemoShops } from '../demo/server.ts';
import { BREAK_KINDS, breaksFileIn, readBreaks, writeBreak } from '../demo/world/breaks.ts';
import { demoPort, lastDemoPort } from './start/ports.ts';
import type { Report } from './terminal.ts';

const ANSWER_MS = 2_000;

/** Lists the demo shops, or breaks one. Throws OperatorError for an unknown shop, UsageError for an unknown kind. */
export async function demo(
  shop: string | undefined,
  kind: string | undefined,
  options: { break?: boolean },
): Promise<Report> {
  const file = breaksFileIn(loadConfig().dataDir);
  if (shop !== undefined && !options.break) {
    throw new UsageError(`To break a shop, run: npm run cli -- demo --break ${shop} <kind>`);
  }
  if (options.break) {
    if (shop === undefined) {
      throw new UsageError(
        'Name a demo shop and a kind: npm run cli -- demo --break <shop> <kind>',
      );
    }
    const known = DEMO_RETAILERS.find(({ slug }) => slug === shop);
    const broken = BREAK_KINDS.find((one) => one === kind) ?? null;
    if (!known)
      throw new OperatorError(
        `There is no demo shop '${shop}'. List them with: npm run cli -- demo`,
      );
    if (broken === null && kind !== 'none') {
      throw new UsageError(`The kind must be ${BREAK_KINDS.join(', ')} or none.`);
    }
    writeBreak(file, known.slug, broken);
    const message = broken ? `${shop} is broken: ${broken}.` : `${shop} is repaired.`;
    return { data: { shop, broken }, lines: [message] };
  }
  const breaks = readBreaks(file);
  const data = DEMO_RETAILERS.map(({ slug, name, category }) => {
    return { slug, name, category, broken: breaks.get(slug) ?? null };
  });
  const lines = data.map(
    ({ slug, name, category, broken }) =>
      `${slug.padEnd(24)}${name.padEnd(26)}${category}${broken ? `  broken: ${broken}` : ''}`,
  );
  return { data, lines };
}

/** Connects to running demo shops, or starts them until closed. Throws OperatorError when they are turned off. */
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
    // Nothing answers at this port.
    return false;
  }
}
