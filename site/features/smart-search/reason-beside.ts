import type { SmartAnswer } from '#site/api/responses/smart-recommendation.ts';
import { audText } from '#site/ui/price-text.ts';

type Pick = SmartAnswer['aiRecommendation']['topPicks'][number];

/** The reason of a pick as it stands under its price: '$549.00 at Wattle Home, …' need not say the price again. */
export function reasonBeside({ reason, product }: Pick): string {
  const price = product && `${audText(product.price)} at `;
  return price && reason.startsWith(price) ? `At ${reason.slice(price.length)}` : reason;
}
