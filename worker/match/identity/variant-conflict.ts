import { type PackSize, parsePackSize } from '#domain/pack/pack-size.ts';
import { contentText } from '#domain/pack/shrinkflation.ts';

const PACK_WORD = /\d\s?-?\s?(?:pack|pk|count|ct)\b|\b(?:pack|box) of \d|\btwin[- ]?pack\b/i;
/** Shops round what they print: 411 g beside 0.41 kg. */
const SAME_CONTENT = 0.03;

/** What is compared of a product. */
interface Contents {
  name: string;
  /** In kg, L or a count, as a shop states it. */
  quantity?: number | null | undefined;
}

/**
 * The stated difference that rules two descriptions out as one product, in words, or null: another content (from the names
 * or from `quantity` in kg, L or a count), another storage, another pack count.
 */
export function variantConflict(left: Contents, right: Contents): string | null {
  return contentConflict(left, right) ?? storageConflict(left.name, right.name);
}

function contentConflict(left: Contents, right: Contents): string | null {
  const leftPack = soldAs(left.name);
  const rightPack = soldAs(right.name);
  const leftSizes = contents(leftPack, left.quantity, rightPack !== null);
  const rightSizes = contents(rightPack, right.quantity, leftPack !== null);
  if (leftSizes.length === 0 || rightSizes.length === 0) return null;
  if (leftPack && rightPack && leftPack.unit !== rightPack.unit) return null;
  if (leftSizes.some((a) => rightSizes.some((b) => alike(a, b)))) return null;
  const say = (pack: PackSize | null, sizes: readonly number[]) =>
    pack ? contentText(pack) : String(sizes[0]);
  return `different contents: ${say(leftPack, leftSizes)} and ${say(rightPack, rightSizes)}`;
}

/** The stated pack; '5-tab' or '60 cans' may be a feature, so pieces count only where the name says pack. */
function soldAs(name: string): PackSize | null {
  const pack = parsePackSize(name);
  return pack?.unit === 'each' && !PACK_WORD.test(name) ? null : pack;
}

/**
 * What the content may be, in kg, L, m or pieces. Beside another name that states its pack the total counts; beside a mere
 * quantity also one piece, because a shop's quantity may be either.
 */
function contents(
  pack: PackSize | null,
  quantity: number | null | undefined,
  bothStated: boolean,
): number[] {
  const stated = quantity && quantity > 0 ? [quantity] : [];
  if (!pack) return stated;
  if (pack.unit === 'each') return stated.length > 0 && !bothStated ? stated : [pack.total];
  const perStated = pack.unit === 'm' ? 1 : 1000;
  const total = pack.total / perStated;
  return bothStated ? [total] : [...stated, total, pack.size / perStated];
}

function alike(a: number, b: number): boolean {
  return Math.abs(a - b) <= SAME_CONTENT * Math.max(a, b);
}

const STORAGE = /(?<![\d.])(\d+(?:\.\d+)?)\s?-?(gb|tb)(?![a-z])/gi;

/** Memory and storage in GB, smallest first: '8GB/256GB' → [8, 256]. */
function storagesOf(name: string): number[] {
  const found = [...name.matchAll(STORAGE)].map(
    ([, size, unit]) => Number(size) * (unit?.toLowerCase() === 'tb' ? 1024 : 1),
  );
  return [...new Set(found)].sort((a, b) => a - b);
}

function storageConflict(left: string, right: string): string | null {
  const leftSizes = storagesOf(left);
  const rightSizes = storagesOf(right);
  const largest = [leftSizes.at(-1), rightSizes.at(-1)];
  if (largest[0] === undefined || largest[1] === undefined) return null;
  // One shop may leave out the memory beside the storage, so one common figure is enough.
  if (leftSizes.some((size) => rightSizes.includes(size))) return null;
  return `different storage: ${largest[0]} GB and ${largest[1]} GB`;
}
