/** Vessels and perfumes, whose fluid ounces other shops state in millilitres. */
const POURED =
  /\b(?:bottles?|tumblers?|mugs?|cups?|flasks?|jugs?|thermos|shakers?|rambler|quencher|perfume|cologne|fragrance|ed[pt]|eau de \w+|fl\.? ?oz)\b/i;
const OUNCES = /(?<![\d.])(\d+(?:\.\d+)?)[\s-]?(?:fl\.?\s?)?oz\b\.?/gi;
const METRIC = /\d\s?(?:ml|l|lt|litres?)\b/i;
/** US fluid ounce, which makers of drinkware use. */
const MILLILITRES_PER_OUNCE = 29.57;

/** Rewrites the fluid ounces of a vessel or perfume in millilitres, or drops them beside a metric volume: '34oz' is '1005ml'. */
export function inMillilitres(name: string): string {
  if (!POURED.test(name)) return name;
  const isMetric = METRIC.test(name);
  return name.replace(OUNCES, (_, ounces: string) =>
    isMetric ? ' ' : `${Math.round(Number(ounces) * MILLILITRES_PER_OUNCE)}ml`,
  );
}
