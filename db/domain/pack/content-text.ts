import type { PackSize } from './pack-size.ts';

const LARGE_UNITS: ReadonlyMap<PackSize['unit'], string> = new Map([
  ['g', 'kg'],
  ['mL', 'L'],
]);

/** A pack's content for display: '6 × 375 mL', '1.25 L', '400 g', '12 pieces'. */
export function contentText(pack: PackSize): string {
  const large = LARGE_UNITS.get(pack.unit);
  if (large === undefined || pack.size < 1_000) return baseContentText(pack);
  return times(pack.count, `${pack.size / 1_000} ${large}`);
}

/** The content in base units, whatever its size: '1250 mL'. Stored keys contain it, so it must not change. */
export function baseContentText({ count, size, unit }: PackSize): string {
  if (unit === 'each') return `${count * size} ${count * size === 1 ? 'piece' : 'pieces'}`;
  return times(count, `${count === 1 ? size : Math.round(size * 10) / 10} ${unit}`);
}

const times = (count: number, each: string) => (count === 1 ? each : `${count} × ${each}`);
