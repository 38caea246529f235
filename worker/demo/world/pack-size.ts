/** The content of a pack: `count` × `amount` `unit`; 24 × 375 mL, 1 × 500 g, 90 × 1 each. */
export interface PackSize {
  count: number;
  amount: number;
  unit: 'g' | 'kg' | 'mL' | 'L' | 'each';
}

const WEIGHT_OR_VOLUME = /^(?:(\d+)\s*x\s*)?(\d+(?:\.\d+)?)\s*(kg|g|ml|l)$/i;
const PIECES = /^(\d+)\s*(?:pack|pk|capsules|tablets|rolls|bags|wipes|nappies|each)$/i;
const UNITS: Record<string, PackSize['unit']> = { g: 'g', kg: 'kg', ml: 'mL', l: 'L' };

/** '6 x 375mL', '1kg', '24 pack' → the pack; null if the text is not a quantity ('Queen', '128GB'). */
export function parsePackSize(text: string): PackSize | null {
  const measured = WEIGHT_OR_VOLUME.exec(text.trim());
  if (measured) {
    const unit = UNITS[(measured[3] ?? '').toLowerCase()];
    if (unit) return { count: Number(measured[1] ?? 1), amount: Number(measured[2]), unit };
  }
  const pieces = PIECES.exec(text.trim());
  return pieces ? { count: Number(pieces[1]), amount: 1, unit: 'each' } : null;
}

export type ShelfUnitPrice = ReturnType<typeof shelfUnitPrice>;

/** The unit price of a pack by the Unit Pricing Code: per 100 g/mL below a kilo or litre, else per kg/L, or each. */
export function shelfUnitPrice(priceCents: number, pack: PackSize) {
  if (pack.unit === 'each') {
    return { priceCents: Math.round(priceCents / pack.count), quantity: 1, unit: 'each' };
  }
  const liquid = pack.unit === 'mL' || pack.unit === 'L';
  const small = pack.unit === 'g' || pack.unit === 'mL';
  const base = pack.count * pack.amount * (small ? 1 : 1000);
  return base < 1000
    ? {
        priceCents: Math.round((priceCents * 100) / base),
        quantity: 100,
        unit: liquid ? 'mL' : 'g',
      }
    : {
        priceCents: Math.round((priceCents * 1000) / base),
        quantity: 1,
        unit: liquid ? 'L' : 'kg',
      };
}
