import { counted } from '#domain/text/counted.ts';
import type { PricedDocket as Priced } from '#site/api/responses/docket.ts';
import { audText } from '#site/ui/price-text.ts';

const SIZES = ['One shop', 'Two shops', 'Three shops'];

/** What the best one, two and three shops would cost. */
export function OtherChoices({ docket: { bySize, plan } }: { docket: Priced }) {
  return (
    <section className="stack tight" aria-labelledby="choices-title">
      <h2 id="choices-title">One shop or more</h2>
      <ul className="plain-list sums">
        {bySize.flatMap(({ shops, total, lacking }, nth) =>
          shops.length === nth + 1 ? (
            <li key={shops.length} className="leader">
              <span>
                <span className="strong">{SIZES[nth]}</span>
                <span className="small muted"> {shops.map(({ name }) => name).join(', ')}</span>
                {lacking.length > (plan?.lacking.length ?? 0) && (
                  <span className="small toned tone-red">
                    {' '}
                    lacks {counted(lacking.length, 'line')}
                  </span>
                )}
              </span>
              <span className="figures strong">{audText(total)}</span>
            </li>
          ) : (
            []
          ),
        )}
      </ul>
      <p className="small muted">
        Each with its trips. More shops that would not save are left out.
      </p>
    </section>
  );
}

/** What each shop by itself would cost, and what it lacks. */
export function SingleShops({ docket: { singles, lines } }: { docket: Priced }) {
  const priced = lines.filter(({ shops }) => shops > 0).length;
  const which =
    priced === 1
      ? 'the one line with a price'
      : priced === lines.length
        ? `all ${priced} lines`
        : `all ${priced} lines with a price`;
  const known = singles.map((single) => ({
    ...single,
    lacking: single.lacking.filter((line) => (lines[line]?.shops ?? 0) > 0),
  }));
  const complete = known.filter(({ lacking }) => lacking.length === 0).length;
  return (
    <section className="stack tight" aria-labelledby="singles-title">
      <h2 id="singles-title">Each shop by itself</h2>
      <p className="small muted">
        {complete === 0
          ? `No shop we read has ${which}. A sum that lacks a line is for fewer lines.`
          : `${counted(complete, 'shop has', 'shops have')} ${which}. Where one is lacking, the sum is for fewer lines.`}
      </p>
      <ul className="plain-list sums">
        {known.map(({ slug, name, total, lacking }) => (
          <li key={slug} className={lacking.length > 0 ? 'leader muted' : 'leader'}>
            <span>
              <a className="reach" href={`/retailers/${slug}`}>
                {name}
              </a>
              {lacking.length > 0 && <span className="small"> {lacksText(lacking, lines)}</span>}
            </span>
            <span className="figures">{audText(total)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** 'lacks eggs, rice'; beyond three lines their number. */
function lacksText(lacking: readonly number[], lines: Priced['lines']): string {
  if (lacking.length > 3) return `lacks ${lacking.length} of ${lines.length} lines`;
  return `lacks ${lacking.map((line) => lines[line]?.text).join(', ')}`;
}
