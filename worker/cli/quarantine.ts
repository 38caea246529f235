/* `cli quarantine [list]`, `… show | approve | undo | probe | replay <retailer>`: /admin/quarantine in a terminal. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { approveRun, undoRun } from '#db/queries/quarantine/decision.ts';
import { openQuarantine, probeNow } from '#db/queries/quarantine/quarantine.ts';
import {
  findQuarantine,
  heldPrices,
  heldVerdicts,
  listQuarantines,
  type QuarantineView,
} from '#db/queries/quarantine/view.ts';
import { minuteText } from '#domain/calendar.ts';
import { OperatorError, UsageError } from '#domain/errors.ts';
import { formatAud } from '#domain/money.ts';
import { QUARANTINE_CAUSES } from '#domain/offers/run-quarantine.ts';
import { counted } from '#domain/text/counted.ts';
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
  return withDatabase(async (em) => {
    if (action === 'list' || slug === undefined) return list(em);
    const retailer = await requireRetailer(em, slug);
    const { name } = retailer;
    const { runId = '' } = (await openQuarantine(em, retailer.id)) ?? {};
    const found = runId ? await findQuarantine(em, runId) : null;
    if (!found) throw new OperatorError(`${name} is not quarantined.`);
    const done = (outcome: string): Report => ({
      data: { slug, action },
      lines: [`${name}: ${outcome}`],
    });
    switch (action) {
      case 'approve': {
        const outcome = await approveRun(em, runId, BY);
        if (!outcome) throw new OperatorError(`${name} is not quarantined.`);
        return done(`approved; ${counted(outcome.pricesChanged, 'price')} changed.`);
      }
      case 'undo':
        await undoRun(em, runId, BY);
        return done('held readings are discarded; probes continue until the shop is sane.');
      case 'probe':
        await probeNow(em, runId);
        return done('the next probe is due now.');
      case 'replay': {
        const { replayed, missing } = await replayHeld(em, retailer, runId);
        const { data, lines } = await show(em, found);
        const summary = `${name}: ${counted(replayed, 'held page')} read again, ${missing} not in the kept copies.`;
        return { data, lines: [summary, ...lines] };
      }
      default:
        return show(em, found);
    }
  });
}

async function list(em: EntityManager): Promise<Report> {
  const data = await listQuarantines(em, LISTED);
  const lines = data.map((row) => `${row.slug.padEnd(24)}${stateOf(row)}`);
  return { data, lines: lines.length > 0 ? lines : ['No retailer has been quarantined.'] };
}

function stateOf(row: QuarantineView): string {
  const { kind, bad, judged, beganAt, heldPages, nextProbeAt, endedAt, ending } = row;
  const cause = `${QUARANTINE_CAUSES[kind]} (${bad} of ${judged} readings)`;
  const state =
    endedAt === null
      ? `${counted(heldPages, 'page')} held, next probe ${minuteText(nextProbeAt)}`
      : `${ending} ${minuteText(endedAt)}`;
  return `since ${minuteText(beganAt)} (Sydney): ${cause}; ${state}`;
}

async function show(em: EntityManager, quarantined: QuarantineView): Promise<Report> {
  const { runId, retailer, slug, suspectedIn } = quarantined;
  const verdicts = await heldVerdicts(em, runId);
  const { total, prices } = await heldPrices(em, runId, PRICES_SHOWN);
  const most = total > prices.length ? `, the largest differences first` : '';
  const lines = [
    `${retailer} is quarantined ${stateOf(quarantined)}.`,
    ...(suspectedIn && suspectedIn.pricesChanged > 0
      ? [
          `Its run had changed ${counted(suspectedIn.pricesChanged, 'price')} before. If they are wrong too, undo that run at /admin/runs.`,
        ]
      : []),
    ...verdicts.map(
      ({ verdict, reason, pages, exampleUrl }) =>
        `${counted(pages, 'page')} ${verdict}${reason ? ` (${reason})` : ''}, such as ${exampleUrl}`,
    ),
    `Held prices that differ from those shown: ${total}${most}.`,
    ...prices.map(
      ({ name, shownCents, heldCents }) =>
        `  ${formatAud(shownCents).padStart(12)} → ${formatAud(heldCents).padEnd(12)} ${name}`,
    ),
    `If the held prices are right: npm run cli -- quarantine approve ${slug}`,
    `If they are wrong, wait for the probe, or: npm run cli -- quarantine undo ${slug}`,
  ];
  return { data: { ...quarantined, verdicts, total, prices }, lines };
}
