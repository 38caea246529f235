/* `cli quarantine [list]`, `… show | approve | undo | probe | replay <retailer>`: what /admin/quarantine does, for terminals. */
import { join } from 'node:path';
import type { EntityManager } from '@mikro-orm/postgresql';
import { approveRun, undoRun } from '#db/queries/quarantine/decision.ts';
import { openQuarantine, probeNow } from '#db/queries/quarantine/quarantine.ts';
import { heldPrices, heldVerdicts, listQuarantines } from '#db/queries/quarantine/view.ts';
import type { RetailerRow } from '#db/queries/retailers/retailers.ts';
import { loadConfig } from '#db/runtime/config.ts';
import { OperatorError } from '#domain/errors.ts';
import { formatAud } from '#domain/money.ts';
import { replayHeld } from '../crawl/replay-held.ts';
import { requireRetailer, withDatabase } from './database.ts';
import type { Say } from './terminal.ts';

const LISTED = 50;
const PRICES_SHOWN = 40;
const BY = 'command line';

/** Runs `quarantine`; returns the exit code. Throws OperatorError for an unknown action, or a shop that is in none. */
export async function quarantineCommand(args: readonly string[], say: Say): Promise<number> {
  const [action = 'list', slug = ''] = args;
  const config = loadConfig();
  return withDatabase(config, async (em) => {
    if (action === 'list') return list(em, say);
    const retailer = await requireRetailer(em, slug);
    const runId = (await openQuarantine(em, retailer.id))?.runId;
    if (!runId) throw new OperatorError(`${retailer.name} is not quarantined.`);
    await act(em, action, retailer, runId, join(config.dataDir, 'pages'), say);
    return 0;
  });
}

async function list(em: EntityManager, say: Say): Promise<number> {
  const rows = await listQuarantines(em, LISTED);
  for (const { slug, kind, bad, judged, heldPages, endedAt, ending } of rows) {
    const state = endedAt === null ? `${heldPages} pages held` : (ending ?? 'ended');
    say(`${slug.padEnd(24)}${kind.padEnd(10)}${`${bad} of ${judged} readings`.padEnd(22)}${state}`);
  }
  if (rows.length === 0) say('No shop was ever quarantined.');
  return 0;
}

async function act(
  em: EntityManager,
  action: string,
  retailer: RetailerRow,
  runId: string,
  pagesFolder: string,
  say: Say,
): Promise<void> {
  const { name, slug } = retailer;
  switch (action) {
    case 'show':
      return show(em, runId, say);
    case 'approve': {
      const outcome = await approveRun(em, runId, BY);
      return say(`${name}: approved, prices stored: ${outcome?.pricesChanged ?? 0}.`);
    }
    case 'undo':
      await undoRun(em, runId, BY);
      return say(`${name}: what was held is thrown away; it is probed until it is sane.`);
    case 'probe':
      await probeNow(em, runId);
      return say(`${name}: its probe is due now.`);
    case 'replay': {
      const folder = join(pagesFolder, slug);
      const { replayed, missing } = await replayHeld(em, retailer, runId, folder);
      say(`${name}: ${replayed} held pages read again, ${missing} were not kept.`);
      return show(em, runId, say);
    }
    default:
      throw new OperatorError(
        'Say `quarantine list`, or `quarantine show | approve | undo | probe | replay <retailer>`.',
      );
  }
}

async function show(em: EntityManager, runId: string, say: Say): Promise<void> {
  for (const { verdict, reason, pages, exampleUrl } of await heldVerdicts(em, runId)) {
    say(`${pages} pages ${verdict}${reason ? ` (${reason})` : ''}: ${exampleUrl}`);
  }
  const { total, prices } = await heldPrices(em, runId, PRICES_SHOWN);
  say(`${total} prices differ from those shown.`);
  for (const { name, shownCents, heldCents } of prices) {
    say(`  ${formatAud(shownCents).padStart(12)} → ${formatAud(heldCents).padEnd(12)} ${name}`);
  }
}
