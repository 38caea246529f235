/** Width in percent of the bar of the lowest price. */
const LOWEST_PERCENT = 25;

interface PriceBarProps {
  /** Dollars, as `lowest` and `highest`, which are the ends of the scale. */
  price: number;
  lowest: number;
  highest: number;
}

/** A shop's price as a bar beside the other shops' bars; null where all prices are the same. */
export function PriceBar({ price, lowest, highest }: PriceBarProps) {
  if (highest <= lowest) return null;
  const share = Math.min(1, Math.max(0, (price - lowest) / (highest - lowest)));
  const percent = Math.round(LOWEST_PERCENT + (100 - LOWEST_PERCENT) * share);
  return (
    <svg
      className={price === lowest ? 'price-bar lowest' : 'price-bar'}
      width="100%"
      height="6"
      aria-hidden="true"
    >
      <rect width={`${percent}%`} height="6" rx="3" />
    </svg>
  );
}
