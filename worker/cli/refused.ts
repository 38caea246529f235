/* `cli refused [retailer] [--reason <reason>]`: offers that a guard refused, newest first, as /admin/refused shows them. */
import { countRefused, listRefused, type RefusedRow } from '#db/queries/operators/refused-view.ts';
import { loadConfig } from '#db/runtime/config.ts';
import { OperatorError } from '#domain/errors.ts';
import { heldAgainst, OFFER_REFUSALS, statedPrice } from '#domain/offers/offer-refusal.ts';
import { requireRetailer, withDatabase } from './database.ts';
import { parseWords, type Say } from './terminal.ts';

const LISTED = 50;

/** Runs `refused`; returns the exit code. Throws OperatorError for an unknown retailer or reason. */
export async function refusedCommand(args: readonly string[], say: Say): Promise<number> {
  const { values, positionals } = parseWords(args, { reason: { type: 'string' } });
  const [slug = null] = positionals;
  const { reason = null } = values;
  if (reason !== null && !OFFER_REFUSALS.some((known) => known === reason)) {
    throw new OperatorError(`There is no reason '${reason}'; say ${OFFER_REFUSALS.join(', ')}.`);
  }
  return withDatabase(loadConfig(), async (em) => {
    if (slug !== null) await requireRetailer(em, slug);
    const page = { limit: LISTED, offset: 0 };
    const { total, rows } = await listRefused(em, { slug, reason }, page);
    const counts = (await countRefused(em)).filter(
      (each) =>
        (slug === null || each.slug === slug) && (reason === null || each.reason === reason),
    );
    for (const line of refusedLines(counts, total, rows)) say(line);
    return 0;
  });
}

/** What a person reads: each retailer's reasons, then the newest offers, two lines each. */
export function refusedLines(
  counts: Awaited<ReturnType<typeof countRefused>>,
  total: number,
  rows: readonly RefusedRow[],
): string[] {
  if (total === 0) return ['No offer is refused.'];
  const more = total > rows.length ? `, the newest ${rows.length}` : '';
  return [
    ...counts.map(({ slug, reason, offers }) => `${slug.padEnd(24)}${reason.padEnd(22)}${offers}`),
    '',
    `Refused offers: ${total}${more}. Times are UTC.`,
    ...rows.flatMap(linesOf),
  ];
}

function linesOf(row: RefusedRow): string[] {
  const { name, variant, price, currency, url, pageUrl, feedRow, times } = row;
  const against = heldAgainst(row.lastPriceCents, row.ceilingCents);
  const read = statedPrice(price, currency) + (against === null ? '' : ` (${against})`);
  const place = pageUrl ?? `row ${feedRow} of its feed`;
  const named = [name || '(no name)', variant].filter(Boolean).join(', ');
  const found = [named, url, place === url ? '' : `on ${place}`].filter(Boolean).join('  ');
  return [
    `${minuteOf(row.lastRefusedAt)}  ${row.slug}  ${row.reason}  ${read}${times > 1 ? `, ${times} times` : ''}`,
    `  ${found}`,
  ];
}

function minuteOf(at: Date): string {
  return at.toISOString().slice(0, 16).replace('T', ' ');
}
