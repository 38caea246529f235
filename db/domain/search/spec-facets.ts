/* Specifications as filters: those that most of the matching products state, by value, or by ranges where the values are many amounts. */

/** A value of a filter, with the number of models that have it. */
export interface ValueCount {
  value: string;
  count: number;
}

/** A specification with its values, or ranges of them: 'Roast' with 'Dark'; 'Capacity' with '400 to under 500 L'. */
export interface SpecFacet {
  name: string;
  values: ValueCount[];
}

/** The least share of the products that state a specification. */
const LEAST_SHARE = 0.6;
const MOST_SPECS = 4;
/** The share of values that are amounts in one unit, from which a specification is measured. */
const MEASURED = 0.9;
/** More amounts than this become ranges. */
const MOST_AMOUNTS = 8;
/** Figures without a unit that reach this are codes: an item number. */
const LEAST_CODE = 10_000;
const MOST_WORDS = 12;
const RANGES = 5;
/** What other filters hold. */
const OTHER_FILTERS: ReadonlySet<string> = new Set(['brand', 'category', 'price', 'model', 'name']);

/** '16 inch 165 Hz'; not '60 x 40 cm', '10-20 kg'. */
const AMOUNT = /^(\d+(?:\.\d+)?)(?![\d.]|\s?[x×–-]\s?\d)\s?([a-z%+"°]*)/i;
const RANGE =
  /^(?:Under ([\d.]+)(?: \S+)?|([\d.]+) to under ([\d.]+)(?: \S+)?|([\d.]+)(?: \S+)? or more)$/;

/** 'Capacity: 655 L' as its name and its value. */
function partsOf(spec: string): [name: string, value: string] {
  const at = spec.indexOf(': ');
  return [spec.slice(0, at), spec.slice(at + 2)];
}

function amountOf(value: string): { figure: number; unit: string } | null {
  const [, figure, unit = ''] = AMOUNT.exec(value.replace(/(?<=\d),(?=\d{3}\b)/g, '')) ?? [];
  return figure === undefined ? null : { figure: Number(figure), unit };
}

/** Whether a product states one of the chosen values of each chosen specification; with `but`, of each one but that. */
export function hasSpecs(
  specs: readonly string[],
  chosen: readonly string[] = [],
  but?: string,
): boolean {
  const own = specs.map(partsOf);
  const byName = Map.groupBy(chosen.map(partsOf), ([name]) => name);
  return [...byName].every(
    ([name, values]) =>
      name === but ||
      own.some(
        ([ownName, value]) =>
          ownName === name && values.some(([, wanted]) => isWithin(value, wanted)),
      ),
  );
}

function isWithin(value: string, wanted: string): boolean {
  if (labelOf(value) === labelOf(wanted)) return true;
  const [, under, from, to, least] = RANGE.exec(wanted) ?? [];
  const figure = amountOf(value)?.figure;
  if (figure === undefined || (under ?? from ?? least) === undefined) return false;
  return figure >= Number(from ?? least ?? 0) && figure < Number(under ?? to ?? Infinity);
}

/** A value as a filter names it: an amount without what follows it. */
function labelOf(value: string): string {
  const amount = amountOf(value);
  return amount ? `${amount.figure} ${amount.unit.toLowerCase()}` : value.toLowerCase();
}

/** One product of those that a facet counts, by its model. */
interface Stated {
  model: string;
  specs: readonly string[];
}

/** The facets of products: `of(name)` are those that pass all filters but that specification's. */
export function specFacetsOf(
  all: readonly Stated[],
  of: (name: string) => readonly Stated[],
): SpecFacet[] {
  const models = new Set(all.map(({ model }) => model)).size;
  const stating = Map.groupBy(
    all.flatMap(({ model, specs }) => specs.map((spec) => ({ model, name: partsOf(spec)[0] }))),
    ({ name }) => name,
  );
  const shares = [...stating].map(([name, stated]) => ({
    name,
    share: new Set(stated.map(({ model }) => model)).size / Math.max(1, models),
  }));
  return shares
    .filter(({ name, share }) => share >= LEAST_SHARE && !OTHER_FILTERS.has(name.toLowerCase()))
    .toSorted((a, b) => b.share - a.share || (a.name < b.name ? -1 : 1))
    .flatMap(({ name }) => {
      const values = valuesOf(name, all, of(name));
      return values.length > 1 ? { name, values } : [];
    })
    .slice(0, MOST_SPECS);
}

/** The values of a specification, or ranges where it has many amounts; none where it has many texts. */
function valuesOf(name: string, all: readonly Stated[], counted: readonly Stated[]): ValueCount[] {
  const readings = (some: readonly Stated[]) =>
    some.flatMap(({ model, specs }) =>
      specs.map(partsOf).flatMap(([own, value]) => (own === name ? { model, value } : [])),
    );
  const values = readings(all).map(({ value }) => value);
  const amounts = values.map(amountOf);
  const byUnit = Map.groupBy(amounts, (amount) => amount?.unit.toLowerCase() ?? null);
  const [[unit, measured] = [null, []]] = [...byUnit].toSorted(
    ([, a], [, b]) => b.length - a.length,
  );
  const isMeasured = unit !== null && measured.length >= MEASURED * values.length;
  const figures = measured.flatMap((amount) => amount?.figure ?? []).toSorted((a, b) => a - b);
  if (unit === '' && (figures.at(-1) ?? 0) >= LEAST_CODE) return [];
  const spelt = measured[0]?.unit ?? '';
  const shown = isMeasured ? figures.map((figure) => withUnit(figure, spelt)) : values;
  const distinct = new Map(shown.map((value) => [labelOf(value), value]));
  const labels =
    isMeasured && distinct.size > MOST_AMOUNTS ? rangesOf(figures, spelt) : [...distinct.values()];
  if (!isMeasured && labels.length > MOST_WORDS) return [];
  // Few values stand for hundreds of products.
  const byValue = [...Map.groupBy(readings(counted), ({ value }) => value)];
  const some = labels
    .map((value) => {
      const having = byValue.flatMap(([stated, each]) => (isWithin(stated, value) ? each : []));
      return { value, count: new Set(having.map(({ model }) => model)).size };
    })
    .filter(({ count }) => count > 0);
  return isMeasured
    ? some.toSorted((a, b) => firstFigure(a.value) - firstFigure(b.value))
    : some.toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}

const withUnit = (figure: number, unit: string) =>
  /^[%+"°]/.test(unit) ? `${figure}${unit}` : `${figure} ${unit}`.trim();

/** 'Under 400' comes before '400 to under 500'. */
const firstFigure = (label: string) =>
  Number(/[\d.]+/.exec(label)?.[0]) - (label.startsWith('Under') ? 0.5 : 0);

/** Up to five ranges with about as many products each, with round ends; `figures` ascending. */
function rangesOf(figures: readonly number[], unit: string): string[] {
  const cuts = cutsOf(figures, (figure) => roundFigure(figure));
  const [least = 0, most = 0] = [figures[0], figures.at(-1)];
  const ends = [...new Set(cuts)].filter((cut) => cut > least && cut <= most);
  const [lowest, highest] = [ends[0], ends.at(-1)];
  if (lowest === undefined || highest === undefined) return [];
  return [
    `Under ${withUnit(lowest, unit)}`,
    ...ends.slice(1).map((to, nth) => `${ends[nth]} to under ${withUnit(to, unit)}`),
    `${withUnit(highest, unit)} or more`,
  ];
}

/** Rounded figures that divide `sorted` into five parts of about as many. */
export function cutsOf(sorted: readonly number[], round: (figure: number) => number): number[] {
  return Array.from({ length: RANGES - 1 }, (_, nth) =>
    round(sorted[Math.floor(((nth + 1) * sorted.length) / RANGES)] ?? 0),
  );
}

/** Rounds a figure to half of its highest power of ten, that of `least` at the lowest: 650, 6.5. */
export function roundFigure(figure: number, least = 1e-6): number {
  const step = 10 ** Math.floor(Math.log10(Math.max(figure, least))) / 2;
  return Number((Math.round(figure / step) * step).toPrecision(3));
}
