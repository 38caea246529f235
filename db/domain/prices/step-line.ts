/* Draws prices over time as a step line: each price holds until the next; width is time, height is price. */

/** A price from a moment on. */
interface LinePoint {
  atMs: number;
  price: number;
}

const WIDTH = 1000;
const HEIGHT = 100;

/**
 * Draws `points` (oldest first) from `fromMs` to `toMs` in a 1000 × 100 frame, lowest price at the bottom. `treads` (the prices) and
 * `rises` (the uprights between them) are for the `d` of an SVG path; `low`, `high` and `last` are points to label, x and y in per cent
 * from the top left. Null for fewer than two points.
 */
export function stepLine(points: readonly LinePoint[], fromMs: number, toMs: number) {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last || points.length < 2 || toMs <= fromMs) return null;
  const lowest = points.reduce((low, point) => (point.price < low.price ? point : low));
  const highest = points.reduce((high, point) => (point.price > high.price ? point : high));
  const range = highest.price - lowest.price;
  const x = (atMs: number) => ((atMs - fromMs) / (toMs - fromMs)) * WIDTH;
  const y = (price: number) =>
    range === 0 ? HEIGHT / 2 : ((highest.price - price) / range) * HEIGHT;
  const steps = points.slice(1).map(({ atMs, price }, index) => {
    const [before, at] = [points[index]?.price ?? price, short(x(atMs))];
    return {
      tread: `H${at}M${at} ${short(y(price))}`,
      rise: `M${at} ${short(y(before))}V${short(y(price))}`,
    };
  });
  const labelled = ({ atMs, price }: LinePoint) => ({
    x: (x(atMs) / WIDTH) * 100,
    y: (y(price) / HEIGHT) * 100,
    price,
  });
  return {
    treads: `M${short(x(first.atMs))} ${short(y(first.price))}${steps.map(({ tread }) => tread).join('')}`,
    rises: steps.map(({ rise }) => rise).join(''),
    low: labelled(lowest),
    high: labelled(highest),
    last: labelled(last),
  };
}

function short(value: number): string {
  return String(Math.round(value * 10) / 10);
}
