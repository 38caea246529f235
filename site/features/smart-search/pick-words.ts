import type { SmartAnswer } from '#site/api/responses/smart-recommendation.ts';
import { audText } from '#site/ui/price-text.ts';

type Pick = SmartAnswer['aiRecommendation']['topPicks'][number];

/** Removes the leading price from a pick's reason, because the card shows the price above it. */
export function reasonBeside({ reason, product }: Pick): string {
  const price = product && `${audText(product.price)} at `;
  return price && reason.startsWith(price) ? `At ${reason.slice(price.length)}` : reason;
}

/** Key features not already covered by the name and reason: drops the brand and shop count. */
export function newFeatures({ name, keyFeatures }: Pick): string[] {
  return keyFeatures.filter((feature) => {
    const [, brand] = /^Brand: (.+)$/.exec(feature) ?? [];
    const isInName = brand !== undefined && name.toLowerCase().includes(brand.toLowerCase());
    return !isInName && !/^Sold by \d+ shops? we read$/.test(feature);
  });
}

/** Label and text of the price range; one price when lowest and highest are equal. */
export function rangeWords({
  min,
  max,
}: {
  min: number;
  max: number;
}): [what: string, cost: string] {
  return min === max
    ? ['What it costs', audText(min)]
    : ['Typical price', `${audText(min)} – ${audText(max)}`];
}
