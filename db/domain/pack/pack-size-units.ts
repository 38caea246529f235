/** The base unit of a pack's size; other units are converted to it. */
export type BaseUnit = 'g' | 'mL' | 'm' | 'each';

interface MeasureUnit {
  base: BaseUnit;
  /** Base units in one of this unit. */
  factor: number;
  /** As printed on price tags. */
  label: string;
}

const MEASURES: readonly (readonly [spellings: string, unit: MeasureUnit])[] = [
  ['kg kgs kilo kilos kilogram kilograms', { base: 'g', factor: 1000, label: 'kg' }],
  ['g gm gms gram grams', { base: 'g', factor: 1, label: 'g' }],
  ['mg milligram milligrams', { base: 'g', factor: 0.001, label: 'mg' }],
  ['l lt ltr ltrs litre litres liter liters', { base: 'mL', factor: 1000, label: 'L' }],
  ['cl centilitre', { base: 'mL', factor: 10, label: 'cL' }],
  ['ml mls millilitre millilitres milliliter milliliters', { base: 'mL', factor: 1, label: 'mL' }],
  ['m metre metres meter meters', { base: 'm', factor: 1, label: 'm' }],
  ['cm centimetre centimetres', { base: 'm', factor: 0.01, label: 'cm' }],
];

/** Things that packs are counted in. */
export const COUNTED =
  'each ea unit units item items piece pieces pce pces pcs pc pack packs pk pks pkt count ct sheet sheets roll rolls tablet tablets tab tabs capsule capsules caps wipe wipes nappy nappies pod pods bag bags sachet sachets can cans bottle bottles stick sticks bar bars egg eggs serve serves wash washes load loads dose doses tea teabag teabags pair pairs refill refills pad pads liner liners tissue tissues cup cups jar jars slice slices cartridge cartridges battery batteries';

const byName = new Map<string, MeasureUnit>();
for (const [spellings, unit] of MEASURES)
  for (const name of spellings.split(' ')) byName.set(name, unit);
for (const name of COUNTED.split(' ')) byName.set(name, { base: 'each', factor: 1, label: 'each' });

/** Supermarkets' abbreviation for sheets in unit prices ('$0.22 / 100SS'); in names it means stainless steel. */
byName.set('ss', { base: 'each', factor: 1, label: 'each' });

/** The unit named by a word ('KG', 'litres', 'wipes'), or null. */
export function measureUnit(word: string): MeasureUnit | null {
  return byName.get(word.toLowerCase().replace(/\.$/, '')) ?? null;
}

/** All unit spellings as a regex, longest first; `counted: false` omits countable things, `strengths: false` omits mg and cm. */
export function unitPattern(only: { counted: boolean; strengths?: boolean }): string {
  return [...byName]
    .filter(([, { base }]) => only.counted || base !== 'each')
    .filter(([, { label }]) => only.strengths !== false || (label !== 'mg' && label !== 'cm'))
    .map(([name]) => name)
    .sort((a, b) => b.length - a.length)
    .join('|');
}
