import type { OfferToStore } from '#db/queries/offers/offer-columns.ts';
import { hasCheckDigit } from '#domain/products/gtin.ts';
import { MAX_PLAUSIBLE_CENTS } from '#worker/offers/guard.ts';

/** What a column of type integer holds. */
const MAX_INT = 2_147_483_647;

/** What is impossible about a row that would be stored; empty when all is well. */
export function faultsOf(row: OfferToStore): string[] {
  const faults: string[] = [];
  const check = (isFine: boolean, what: string): void => {
    if (!isFine) faults.push(what);
  };
  const isCents = (value: number | null, least: number, most = MAX_INT): boolean =>
    value === null || (Number.isInteger(value) && value >= least && value <= most);
  const { priceCents, originalPriceCents, ratingAverage, ratingCount, gtin, multiBuy } = row;
  check(isCents(priceCents, 1, MAX_PLAUSIBLE_CENTS), `price ${priceCents}`);
  check(
    isCents(originalPriceCents, priceCents + 1, MAX_PLAUSIBLE_CENTS),
    `was ${originalPriceCents}`,
  );
  check(isCents(row.memberPriceCents, 1), `member price ${row.memberPriceCents}`);
  check(isCents(row.deliveryCents, 0), `delivery ${row.deliveryCents}`);
  check(
    multiBuy === null || (isCents(multiBuy.totalCents, 1) && isCents(multiBuy.quantity, 2)),
    `multi-buy ${JSON.stringify(multiBuy)}`,
  );
  check(
    ratingAverage === null || (ratingAverage > 0 && ratingAverage <= 5),
    `rating ${ratingAverage}`,
  );
  check(isCents(ratingCount, 0), `rating count ${ratingCount}`);
  check(
    gtin === null || (/^(?:\d{8}|\d{12,14})$/.test(gtin) && hasCheckDigit(gtin)),
    `GTIN ${gtin}`,
  );
  check(row.name.trim() !== '' && row.name.length <= 300, `name of ${row.name.length} characters`);
  for (const address of [row.url, row.imageUrl ?? row.url])
    check(
      /^https?:\/\//.test(address) && address.length <= 2_000,
      `address ${address.slice(0, 80)}`,
    );
  for (const [field, value] of Object.entries(row)) {
    if (typeof value !== 'string') continue;
    check(!value.includes('\0') && value.isWellFormed(), `${field} is no text for a database`);
    check(value.length <= 20_000, `${field} of ${value.length} characters`);
  }
  return faults;
}
