/* `cli refused [retailer] [--reason <reason>]`: refused offers, newest first, as at /admin/refused. */
import { countRefused, listRefused, type RefusedRow } from '#db/queries/operators/refused-view.ts';
import { minuteText } from '#domain/calendar.ts';
import { heldAgainst, statedPrice } from '#domain/offers/offer-refusal.ts';
import { requireRetailer, withDatabase } from './database.ts';
import type { Report } from './terminal.ts';

const PAGE = { limit: 50, offset: 0 };

/** Counts by retailer and reason, then the newest offers. Throws OperatorError for an unknown retailer. */
export async function refused(
  slug: string | undefined,
  { reason = null }: { reason?: string | null },
): Promise<Report> {
  return withDatabase(async (em) => {
    if (slug !== undefined) await requireRetailer(em, slug);
    const { total, rows } = await listRefused(em, { slug: slug ?? null, reason }, PAGE);
    const counts = (await countRefused(em)).filter(
      (each) => each.slug === (slug ?? each.slug) && each.reason === (reason ?? each.reason),
    );
    if (total === 0) return { data: { counts, total, rows }, lines: ['No offer is refused.'] };
    const more = total > rows.length ? `; the newest ${rows.length} follow` : '';
    const lines = [
      ...counts.map(
        ({ slug: of, reason: why, offers }) => `${of.padEnd(24)}${why.padEnd(22)}${offers}`,
      ),
      '',
      `Refused offers: ${total}${more}. Times are Sydney’s.`,
      ...rows.flatMap(linesOf),
    ];
    return { data: { counts, total, rows }, lines };
  });
}

function linesOf(row: RefusedRow): string[] {
  const { name, variant, price, currency, url, pageUrl, feedRow, times } = row;
  const against = heldAgainst(row.lastPriceCents, row.ceilingCents);
  const read = statedPrice(price, currency) + (against === null ? '' : ` (${against})`);
  const place = pageUrl ?? `row ${feedRow} of its feed`;
  const named = [name || '(no name)', variant].filter(Boolean).join(', ');
  const found = [named, url, place === url ? '' : `on ${place}`].filter(Boolean).join('  ');
  return [
    `${minuteText(row.lastRefusedAt)}  ${row.slug}  ${row.reason}  ${read}${times > 1 ? `, ${times} times` : ''}`,
    `  ${found}`,
  ];
}
