import type { Cents } from '../money.ts';
import { commonStart } from '../text/common-start.ts';

/** A product of a family. */
export interface Variant {
  id: string;
  name: string;
  /** The best available price; null while no shop has stock. */
  priceCents: Cents | null;
}

/** Whether two products with a common family key may be variants of one model, by the model numbers in their keys ('code:…'). */
export function isSameModel(left: readonly string[], right: readonly string[]): boolean {
  const [ours, theirs] = [left, right].map((keys) => keys.filter((key) => key.startsWith('code:')));
  if (!ours?.length || !theirs?.length) return true;
  return ours.some((code) => theirs.some((other) => differInLettersOnly(code, other)));
}

/** 'flip6te' and 'flip6rd': only letters follow the common start, as for a colour. */
function differInLettersOnly(left: string, right: string): boolean {
  const common = commonStart(left, right);
  return !/\d/.test(left.slice(common) + right.slice(common));
}
