import type { SmartAnswer } from '#site/client/calls/smart.ts';
import { searchPath } from '#site/client/search-view.ts';

/** Up to three picks, each with its reason; nothing when none can be recommended. */
export function TopPicks({ picks }: { picks: SmartAnswer['aiRecommendation']['topPicks'] }) {
  if (picks.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="picks">
      <h2 id="picks">Top picks</h2>
      <ol className="plain-list cards">
        {picks.map((pick, index) => (
          <li key={pick.name} className="card stack tight">
            <span className="pick-number">{index + 1}</span>
            <h3>{pick.name}</h3>
            <p>{pick.reason}</p>
            <h4 className="small">Key features</h4>
            <ul className="tips">
              {pick.keyFeatures.map((feature) => (
                <li key={feature}>{feature}</li>
              ))}
            </ul>
            <p className="muted small">What buyers say: {pick.userSentiment}</p>
            <a className="button" href={searchPath(pick.name)}>
              Compare its prices
            </a>
          </li>
        ))}
      </ol>
    </section>
  );
}
