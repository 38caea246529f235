import { type ReactNode, useState } from 'react';
import { countText } from '#domain/count-text.ts';
import { priceBound, RETAILER_CHIPS } from '#domain/products/comparison.ts';
import type { CurrentSearch } from './SearchChips.tsx';

/* The fields of the filter panel, and the retailer chips above the list. */

/** Visible values per filter; the rest are folded. */
const VALUES_SHOWN = 6;

/** A filter value and the number of matching products. */
export interface ValueCount {
  value: string;
  count: number;
}

/** Number of products matching a filter. */
export function Count({ of }: { of: number }) {
  return <span className="small muted figures">{countText(of)}</span>;
}

interface BoxProps {
  /** Name and value of the URL parameter. */
  name: string;
  value?: string;
  label: ReactNode;
  /** Absent where counting would need another statement. */
  count?: number;
  isOn: boolean;
  onSwitch(isOn: boolean): void;
}

/** A filter's checkbox with its product count. */
export function Box({ name, value = '1', label, count, isOn, onSwitch }: BoxProps) {
  return (
    <label className="check">
      <input
        type="checkbox"
        name={name}
        value={value}
        checked={isOn}
        disabled={count === 0 && !isOn}
        onChange={(event) => onSwitch(event.target.checked)}
      />
      <span className="row spread">
        <span>{label}</span>
        {count !== undefined && <Count of={count} />}
      </span>
    </label>
  );
}

interface ValuesProps {
  legend: string;
  name: string;
  /** What stands before each value in `chosen` and in the parameter: 'Roast: '. */
  prefix?: string;
  counts: readonly ValueCount[];
  chosen: readonly string[];
  onChosen(chosen: string[]): void;
}

/** Filter values with their product counts; null without a choice. */
export function Values({ legend, name, prefix = '', counts, chosen, onChosen }: ValuesProps) {
  const own = chosen.filter((value) => value.startsWith(prefix));
  const known = new Set(counts.map(({ value }) => prefix + value));
  const gone = own.filter((value) => !known.has(value));
  const all = [
    ...counts,
    ...gone.map((value) => ({ value: value.slice(prefix.length), count: 0 })),
  ];
  if (all.length < 2 && own.length === 0) return null;
  const boxes = (some: readonly ValueCount[]) =>
    some.map(({ value, count }) => (
      <Box
        key={value}
        name={name}
        value={prefix + value}
        label={value}
        count={count}
        isOn={chosen.includes(prefix + value)}
        onSwitch={() => onChosen(toggled(chosen, prefix + value))}
      />
    ));
  const rest = all.slice(VALUES_SHOWN);
  return (
    <fieldset className="field values">
      <legend className="field-label">{legend}</legend>
      {boxes(all.slice(0, VALUES_SHOWN))}
      {rest.length > 0 && (
        <details open={rest.some(({ value }) => chosen.includes(prefix + value))}>
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
  /** Dollars; undefined for an empty field. */
  value: number | undefined;
  onPrice(dollars: number | undefined): void;
}

/** One end of the price range, applied on blur or Enter. */
export function PriceBound({ end, value, onPrice }: PriceBoundProps) {
  const take = (typed: string) => {
    const price = priceBound(typed);
    if (price !== value) onPrice(price);
  };
  return (
    <input
      key={value}
      name={end}
      className="input figures"
      inputMode="decimal"
      aria-label={end === 'min' ? 'Lowest price in dollars' : 'Highest price in dollars'}
      defaultValue={value ?? ''}
      placeholder={end === 'min' ? '$0' : '$10,000'}
      onBlur={(event) => take(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        take(event.currentTarget.value);
      }}
    />
  );
}

interface RetailerChipsProps {
  search: CurrentSearch;
  shops: readonly ValueCount[];
}

/** Shops in the results: 6, then '+N more'. Each chip toggles the filter for its shop. */
export function RetailerChips({ search, shops }: RetailerChipsProps) {
  const [isOpen, setOpen] = useState(false);
  const { view, onView } = search;
  const { shops: chosen = [] } = view.filters;
  const shown = isOpen ? shops : shops.slice(0, RETAILER_CHIPS);
  const more = shops.length - shown.length;
  return (
    <ul className="plain-list row chips needs-script" aria-label="Retailers">
      {shown.map(({ value }, index) => (
        <li key={value}>
          <button
            type="button"
            className="chip"
            // biome-ignore lint/a11y/noAutofocus: focus moves from '+N more' to the first chip it revealed
            autoFocus={index === RETAILER_CHIPS}
            aria-pressed={chosen.includes(value)}
            onClick={() => {
              const filters = { ...view.filters, shops: toggled(chosen, value) };
              onView({ ...view, filters });
            }}
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

function toggled(chosen: readonly string[], name: string): string[] {
  return chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name];
}
