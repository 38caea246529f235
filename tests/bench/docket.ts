/*
 * How long the exact split of a docket takes: npx node tests/bench/docket.ts. 40 lines with eight options a shop, of which a third is lacking,
 * at 12 shops and at 60.
 */
import type { DocketOption } from '#domain/docket/line-options.ts';
import { cheapestPlans } from '#domain/docket/split.ts';
import { cents } from '#domain/money.ts';
import { median, timed } from './measure.ts';
import { createRandom } from './search/random.ts';

const LINES = 40;
const OPTIONS = 8;
const ROUNDS = 21;

for (const shops of [12, 60]) {
  const random = createRandom(7);
  const lines = Array.from({ length: LINES }, (_, line) =>
    Array.from({ length: shops }, (__, shop) =>
      random() < 1 / 3 ? [] : Array.from({ length: OPTIONS }, () => optionOf(line, shop, random())),
    ).flat(),
  );
  for (const [how, home] of Object.entries({ trips: cents(500), delivery })) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      times.push(await timed(() => cheapestPlans(lines, home)));
    console.log(`${LINES} lines × ${shops} shops, ${how}: median ${median(times).toFixed(1)} ms`);
  }
}

/** $9.95 at each shop, free from $99. */
function delivery(picks: readonly DocketOption[]) {
  const goods = picks.reduce((sum, { costCents }) => sum + costCents, 0);
  return { cents: cents(goods >= 9_900 ? 0 : 995), isFrom: false };
}

function optionOf(line: number, shop: number, share: number): DocketOption {
  const costCents = cents(100 + Math.round(share * 2_000));
  const offer = {
    offerId: `${line}-${shop}-${costCents}`,
    productId: String(line),
    shop: `shop-${String(shop).padStart(2, '0')}`,
    priceCents: costCents,
    pack: null,
    isMachine: false,
  };
  return { offer, packs: 1, costCents, isSubstitute: false };
}
