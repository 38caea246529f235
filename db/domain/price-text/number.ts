import { dotBeforeThreeDigitsIsDecimal } from './currencies.ts';

const MAX_INTEGER_DIGITS = 12;

/**
 * A printed number ("1.299,00", "1'049,95", "399 167.00") as an exact decimal text without grouping ('1299.00').
 * Null when its separators make no number ('10.11.12') or it is past 12 integer digits. `currency` is an ISO code or null.
 */
export function decimalOfPrinted(printed: string, currency: string | null): string | null {
  const text = printed.replace(/[\s'’]/g, '').replace(/[.,]+$/, '');
  if (/^\.\d{1,12}$/.test(text)) return `0${text}`;
  if (/^\.\d+$/.test(text)) return null;
  const parts = text.replace(/^\./, '').split(/([.,])/);
  const groups = parts.filter((_, index) => index % 2 === 0);
  const separators = parts.filter((_, index) => index % 2 === 1);
  if (groups.length === 0 || groups.some((group) => !/^\d+$/.test(group))) return null;
  const decimals = hasDecimals(groups, separators, currency);
  if (decimals === null) return null;
  const fraction = decimals ? (groups.pop() ?? '') : '';
  const integer = groups.join('').replace(/^0+(?=\d)/, '');
  if (integer.length > MAX_INTEGER_DIGITS || fraction.length > MAX_INTEGER_DIGITS) return null;
  return fraction ? `${integer}.${fraction}` : integer;
}

/** Whether the last group is a fraction; null when the separators contradict each other. */
function hasDecimals(
  groups: readonly string[],
  separators: readonly string[],
  currency: string | null,
): boolean | null {
  const last = separators.at(-1);
  if (last === undefined) return false;
  const grouping = separators.slice(0, -1);
  if (grouping.length > 0) {
    const mixed = grouping.some((separator) => separator !== last);
    if (mixed && grouping.includes(last)) return null;
    const grouped = mixed ? groups.slice(1, -1) : groups.slice(1);
    return areThousands(grouped) ? mixed : null;
  }
  const before = groups[0] ?? '';
  const after = groups[1] ?? '';
  if (after.length !== 3 || before.length > 3 || /^0+$/.test(before)) return true;
  return last === '.' && dotBeforeThreeDigitsIsDecimal(currency);
}

/** Groups of three, or the Indian style of twos before a last three ('1,23,456'). */
function areThousands(groups: readonly string[]): boolean {
  return groups.every(
    (group, index) => group.length === 3 || (group.length === 2 && index < groups.length - 1),
  );
}
