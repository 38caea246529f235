import { remembered } from '../../values/remembered.ts';
import type { Fields } from './fields.ts';
import { priceRole } from './roles.ts';

/** Reads an amount as the object states it. */
type AmountReader = (value: unknown) => string | null;

const OFF = /^discount(?!ed)/;
/** Beside amounts that were rounded to the cent. */
const HALF_CENT = 0.005;

/**
 * True where a "discount price" is what is taken off: another amount beside it less the discount is a third,
 * `{ basePrice: 109, discountPrice: 44, effectivePrice: 65 }`.
 */
export function isAmountOff(
  key: string,
  off: string,
  place: Fields,
  amount: AmountReader,
): boolean {
  if (!OFF.test(key)) return false;
  const others: number[] = [];
  for (const [name, value] of place) {
    const stated = name === key || priceRole(name) === null ? null : amount(value);
    if (stated) others.push(Number(stated));
  }
  return others.some((asked) =>
    others.some((usual) => usual > asked && Math.abs(usual - asked - Number(off)) < HALF_CENT),
  );
}

const MEMBERS = /^is(?:loyalty|member|club|reward|card)[a-z]*price$/;
const saysMembers = remembered((key) => MEMBERS.test(key));

/** True where a flag says that the price is for members alone: `{ price: 12, regularPrice: 16, isLoyaltyCardPrice: true }`. */
export function isForMembers(places: readonly Fields[]): boolean {
  return places.some((place) => {
    for (const [key, flag] of place) if (flag === true && saysMembers(key)) return true;
    return false;
  });
}
