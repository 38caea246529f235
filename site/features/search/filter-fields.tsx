import { type KeyboardEvent, useState } from 'react';
import { DEFAULT_FILTERS, priceBound, RETAILER_CHIPS } from '#domain/products/comparison.ts';
import type { Seen } from './SearchChips.tsx';

/* The fields of the filter panel, and the retailer chips above the list. */

/** Values of a filter in sight; the rest unfolds. */
const VALUES_SHOWN = 6;

/** A value of a filter, and how many products it leaves. */
export interface ValueCount {
  value: string;
  count: number;
}

/** How many products a filter leaves. */
export function Count({ of }: { of: number }) {
  return <span className="small muted figures">{of.toLocaleString('en-AU')}</span>;
}

interface SwitchProps {
  name: string;
  label: string;
  hint?: string;
  count: number;
  isOn: boolean;
  onSwitch(isOn: boolean): void;
}

/** A filter that is on or off. */
export function Switch({ name, label, hint, count, isOn, onSwitch }: SwitchProps) {
  return (
    <label className="check">
      <input
        type="checkbox"
        name={name}
        value="1"
        checked={isOn}
        onChange={(event) => onSwitch(event.target.checked)}
      />
      <span className="row spread">
        <span>
          {label} {hint && <span className="small muted">{hint}</span>}
        </span>
        <Count of={count} />
      </span>
    </label>
  );
}

interface ValuesProps {
  legend: string;
  /** In the address. */
  name: string;
  counts: readonly ValueCount[];
  chosen: readonly string[];
  onToggle(value: string): void;
}

/** The values of a filter with how many products each leaves; nothing where there is no choice. */
export function Values({ legend, name, counts, chosen, onToggle }: ValuesProps) {
  const known = new Set(counts.map(({ value }) => value));
  const gone = chosen.filter((value) => !known.has(value)).map((value) => ({ value, count: 0 }));
  const all = [...counts, ...gone];
  if (all.length < 2 && chosen.length === 0) return null;
  const boxes = (some: readonly ValueCount[]) =>
    some.map(({ value, count }) => (
      <label key={value} className="check">
        <input
          type="checkbox"
          name={name}
          value={value}
          checked={chosen.includes(value)}
          onChange={() => onToggle(value)}
        />
        <span className="row spread">
          <span>{value}</span>
          <Count of={count} />
        </span>
      </label>
    ));
  const rest = all.slice(VALUES_SHOWN);
  return (
    <fieldset className="field values">
      <legend className="field-label">{legend}</legend>
      {boxes(all.slice(0, VALUES_SHOWN))}
      {rest.length > 0 && (
        <details open={rest.some(({ value }) => chosen.includes(value))}>
          <summary className="small">
            {rest.length} more<span className="visually-hidden"> of {legend.toLowerCase()}</span>
          </summary>
          {boxes(rest)}
        </details>
      )}
    </fieldset>
  );
}

interface PriceBoundProps {
  end: 'min' | 'max';
  /** Dollars. */
  value: number;
  onPrice(dollars: number): void;
}

/** One end of the price range, taken over when the field is left or Enter is pressed. */
export function PriceBound({ end, value, onPrice }: PriceBoundProps) {
  const take = (typed: string) => {
    const price = priceBound(typed, end);
    if (price !== value) onPrice(price);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    take(event.currentTarget.value);
  };
  return (
    <input
      key={value}
      name={end}
      className="input figures"
      inputMode="decimal"
      aria-label={end === 'min' ? 'Lowest price in dollars' : 'Highest price in dollars'}
      defaultValue={
        value === (end === 'min' ? DEFAULT_FILTERS.minPrice : DEFAULT_FILTERS.maxPrice) ? '' : value
      }
      placeholder={end === 'min' ? '$0' : '$10,000'}
      onBlur={(event) => take(event.target.value)}
      onKeyDown={onKeyDown}
    />
  );
}

/** The shops of the answer: 6, then '+N more'. Each chip narrows the list to its shop, or lets go of it. */
export function RetailerChips({ seen, shops }: { seen: Seen; shops: readonly ValueCount[] }) {
  const [isOpen, setOpen] = useState(false);
  const { filters } = seen.view;
  const chosen = filters.retailers;
  const shown = isOpen ? shops : shops.slice(0, RETAILER_CHIPS);
  const more = shops.length - shown.length;
  return (
    <ul className="plain-list row chips needs-script" aria-label="Retailers">
      {shown.map(({ value }, index) => (
        <li key={value}>
          <button
            type="button"
            className="chip"
            // biome-ignore lint/a11y/noAutofocus: the first of those that came takes the place of '+N more'
            autoFocus={index === RETAILER_CHIPS}
            aria-pressed={chosen.includes(value)}
            onClick={() =>
              seen.onView({
                ...seen.view,
                filters: { ...filters, retailers: toggled(chosen, value) },
              })
            }
          >
            {value}
          </button>
        </li>
      ))}
      {more > 0 && (
        <li>
          <button type="button" className="chip more" onClick={() => setOpen(true)}>
            +{more} more
          </button>
        </li>
      )}
    </ul>
  );
}

/** The chosen values with one added, or without it where it was chosen. */
export function toggled(chosen: readonly string[], name: string): string[] {
  return chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name];
}
