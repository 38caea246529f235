import type { SmartAnswer } from '#site/api/responses/smart-recommendation.ts';
import { audText } from '#site/ui/price-text.ts';

type Pick = SmartAnswer['aiRecommendation']['topPicks'][number];

/** The reason of a pick as it stands under its price: '$549.00 at Wattle Home, …' need not say the price again. */
export function reasonBeside({ reason, product }: Pick): string {
  const price = product && `${audText(product.price)} at `;
  return price && reason.startsWith(price) ? `At ${reason.slice(price.length)}` : reason;
}

/** The key features that its name and its reason leave to say: not its brand again, nor how many shops sell it. */
export function newFeatures({ name, keyFeatures }: Pick): string[] {
  return keyFeatures.filter((feature) => {
    const [, brand] = /^Brand: (.+)$/.exec(feature) ?? [];
    const isInName = brand !== undefined && name.toLowerCase().includes(brand.toLowerCase());
    return !isInName && !/^Sold by \d+ shops? we read$/.test(feature);
  });
}

/** What the products cost, and what that is called: one price where lowest and highest are the same. */
export function rangeWords({
  min,
  max,
}: {
  min: number;
  max: number;
}): [what: string, cost: string] {
  return min === max
    ? ['What it costs', audText(min)]
    : ['What most of them cost', `${audText(min)} – ${audText(max)}`];
}
