import { trustBand } from '#domain/score-band.ts';
import type { SmartAnswer } from '#site/client/calls/smart.ts';
import { plainText } from '#site/client/price-text.ts';
import { Icon } from '../shared/Icon.tsx';
import { LetterTile } from '../shared/LetterTile.tsx';
import { OutboundLink } from '../shared/OutboundLink.tsx';
import { HelpfulQuestion } from './HelpfulQuestion.tsx';

/** The recommendation view, top to bottom as one would read advice. */
export function Recommendation({ answer }: { answer: SmartAnswer }) {
  const { query, category, aiRecommendation: advice, retailerLinks } = answer;
  const { priceRange } = advice;
  return (
    <>
      <header className="stack tight">
        <p className="muted">{category}</p>
        <h1 className="results-title">What to know before you buy: {query}</h1>
      </header>
      <section className="docket stack" aria-label="Summary and price range">
        <p className="summary">{advice.summary}</p>
        <hr className="rule" />
        <p className="leader">
          <span>What it should cost</span>
          <span className="price">
            {plainText(priceRange.min)} – {plainText(priceRange.max)}
          </span>
        </p>
        <p className="small muted">{priceRange.note}</p>
      </section>
      <section className="stack" aria-labelledby="picks">
        <h2 id="picks">Top picks</h2>
        <ol className="plain-list cards">
          {advice.topPicks.map((pick, index) => (
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
            </li>
          ))}
        </ol>
      </section>
      <div className="advice">
        <TextList title="Buying tips" items={advice.buyingTips} />
        <TextList title="Why we say so" items={advice.reasoning} />
      </div>
      <section className="stack" aria-labelledby="shops">
        <h2 id="shops">Where to look</h2>
        <ul className="plain-list cards">
          {retailerLinks.map((shop) => (
            <li key={shop.id} className="card stack tight">
              <div className="row">
                <LetterTile name={shop.name} />
                <h3>{shop.name}</h3>
              </div>
              <span className={`badge tone-${trustBand(shop.trustScore)} trust-badge`}>
                <Icon name="shield" /> Trust {shop.trustScore.toFixed(1)}/10
              </span>
              <p>{shop.description}</p>
              <ul className="tips small">
                {shop.strengths.map((strength) => (
                  <li key={strength}>{strength}</li>
                ))}
              </ul>
              <OutboundLink href={shop.searchUrl} className="button">
                Search there
              </OutboundLink>
            </li>
          ))}
        </ul>
      </section>
      <HelpfulQuestion query={query} />
      <footer className="small muted stack tight">
        <p>{answer.disclaimer}</p>
        <p>Based on: {answer.dataSource}</p>
      </footer>
    </>
  );
}

function TextList({ title, items }: { title: string; items: string[] }) {
  if (items.length === 0) return null;
  return (
    <section className="stack tight">
      <h2 className="panel-title">{title}</h2>
      <ul className="tips stack tight">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </section>
  );
}
