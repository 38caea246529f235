interface PriceBarProps {
  /** Dollars, as `lowest` and `highest`. */
  price: number;
  lowest: number;
  highest: number;
}

/** A shop's price as a bar beside the other shops' bars, on a scale from $0; null where all prices are the same. */
export function PriceBar({ price, lowest, highest }: PriceBarProps) {
  if (highest <= lowest) return null;
  const percent = Math.min(100, Math.round((100 * price) / highest));
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
