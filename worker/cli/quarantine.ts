/* `cli quarantine [list]`, `… show | approve | undo | probe | replay <retailer>`: /admin/quarantine in a terminal. */
import { join } from 'node:path';
import type { EntityManager } from '@mikro-orm/postgresql';
import { approveRun, undoRun } from '#db/queries/quarantine/decision.ts';
import { openQuarantine, probeNow } from '#db/queries/quarantine/quarantine.ts';
import { heldPrices, heldVerdicts, listQuarantines } from '#db/queries/quarantine/view.ts';
import { OperatorError, UsageError } from '#domain/errors.ts';
import { formatAud } from '#domain/money.ts';
import { replayHeld } from '../crawl/replay-held.ts';
import { requireRetailer, withDatabase } from './database.ts';
import type { Report } from './terminal.ts';

const LISTED = 50;
const PRICES_SHOWN = 40;
const BY = 'command line';

/**
 * Lists quarantines, or acts on the one of a retailer. Throws UsageError for a missing or needless operand, OperatorError when the retailer
 * is unknown or not quarantined.
 */
export async function quarantine(action: string, slug?: string): Promise<Report> {
  if (action !== 'list' && slug === undefined) {
    throw new UsageError(`Name a retailer: npm run cli -- quarantine ${action} <retailer>`);
  }
  if (action === 'list' && slug !== undefined) {
    throw new UsageError(`To see one retailer: npm run cli -- quarantine show ${slug}`);
  }
  return withDatabase(async (em, { config }) => {
    if (action === 'list' || slug === undefined) return list(em);
    const retailer = await requireRetailer(em, slug);
    const runId = (await openQuarantine(em, retailer.id))?.runId;
    const { name } = retailer;
    if (!runId) throw new OperatorError(`${name} is not quarantined.`);
    const done = (outcome: string): Report => ({
      data: { slug, action },
      lines: [`${name}: ${outcome}`],
    });
    switch (action) {
      case 'approve': {
        const outcome = await approveRun(em, runId, BY);
        return done(`approved; ${outcome?.pricesChanged ?? 0} prices changed.`);
      }
      case 'undo':
        await undoRun(em, runId, BY);
        return done('held readings are discarded; probes continue until the shop is sane.');
      case 'probe':
        await probeNow(em, runId);
        return done('the next probe is due now.');
      case 'replay': {
        const folder = join(config.dataDir, 'pages', slug);
        const { replayed, missing } = await replayHeld(em, retailer, runId, folder);
        const { data, lines } = await show(em, runId);
        const summary = `${name}: ${replayed} held pages read again, ${missing} not in the kept copies.`;
        return { data, lines: [summary, ...lines] };
      }
      default:
        return show(em, runId);
    }
  });
}

async function list(em: EntityManager): Promise<Report> {
  const data = await listQuarantines(em, LISTED);
  const lines = data.map(({ slug, kind, bad, judged, heldPages, endedAt, ending }) => {
    const state = endedAt === null ? `${heldPages} pages held` : (ending ?? 'ended');
    const readings = `${bad} of ${judged} readings`;
    return `${slug.padEnd(24)}${kind.padEnd(10)}${readings.padEnd(22)}${state}`;
  });
  return { data, lines: lines.length > 0 ? lines : ['No retailer has been quarantined.'] };
}

async function show(em: EntityManager, runId: string): Promise<Report> {
  const verdicts = await heldVerdicts(em, runId);
  const { total, prices } = await heldPrices(em, runId, PRICES_SHOWN);
  const lines = [
    ...verdicts.map(
      ({ verdict, reason, pages, exampleUrl }) =>
        `${pages} pages ${verdict}${reason ? ` (${reason})` : ''}: ${exampleUrl}`,
    ),
    `${total} prices differ from those shown.`,
    ...prices.map(
      ({ name, shownCents, heldCents }) =>
        `  ${formatAud(shownCents).padStart(12)} → ${formatAud(heldCents).padEnd(12)} ${name}`,
    ),
  ];
  return { data: { verdicts, total, prices }, lines };
}
