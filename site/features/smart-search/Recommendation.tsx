import { useEffect, useRef, useState } from 'react';
import { OTHER_CATEGORY } from '#domain/public-path.ts';
import type { SmartAnswer } from '#site/api/responses/smart-recommendation.ts';
import { bodyOf } from '#site/client/api.ts';
import { searchPath } from '#site/client/search-view.ts';
import { AiScore } from '#site/ui/AiScore.tsx';
import { Icon } from '#site/ui/Icon.tsx';
import { LazyImage } from '#site/ui/LazyImage.tsx';
import { LetterTile } from '#site/ui/LetterTile.tsx';
import { OutboundLink } from '#site/ui/OutboundLink.tsx';
import { BuyStamp } from '#site/ui/PriceVerdict.tsx';
import { audText } from '#site/ui/price-text.ts';
import { Trust } from '#site/ui/Trust.tsx';
import { AskBack, type Narrowing } from './AskBack.tsx';
import { SuggestionChips } from './SuggestionChips.tsx';

interface RecommendationProps {
  answer: SmartAnswer;
  /** Asks again; without it the refine form submits natively and the feedback buttons are hidden. */
  onNarrow?: ((narrowing: Narrowing) => void) | undefined;
}

/** The recommendation view. */
export function Recommendation({ answer, onNarrow }: RecommendationProps) {
  const { query, category, budget, aiRecommendation: advice, retailerLinks } = answer;
  const { min, max, note } = advice.priceRange;
  if (advice.topPicks.length === 0) return <Refusal answer={answer} />;
  return (
    <>
      <header className="stack tight">
        <p className="muted">
          What to know before you buy{category !== OTHER_CATEGORY && ` · ${category}`}
        </p>
        <h1 className="results-title">“{query}”</h1>
      </header>
      <section className="docket stack" aria-label="Summary and price range">
        <p className="summary">{advice.summary}</p>
        <hr className="rule" />
        {max > 0 && (
          <p className="leader">
            <span>{min === max ? 'What it costs' : 'Typical price'}</span>
            <span className="price">
              {audText(min)}
              {max > min && ` – ${audText(max)}`}
            </span>
          </p>
        )}
        <p className="small muted">{note}</p>
      </section>
      {advice.comparison && <SideBySide {...advice.comparison} />}
      <TopPicks picks={advice.topPicks} />
      <AskBack query={query} budget={budget} onNarrow={onNarrow} />
      <div className="advice">
        <TextList title="Buying tips" items={advice.buyingTips} />
        <TextList title="How we chose" items={advice.reasoning} />
      </div>
      <RetailerLinks links={retailerLinks} />
      {onNarrow && <HelpfulQuestion query={query} />}
      <Source answer={answer} />
    </>
  );
}

type Pick = SmartAnswer['aiRecommendation']['topPicks'][number];

/** The picks, each with what it is among them, its price and its reason. */
function TopPicks({ picks }: { picks: Pick[] }) {
  return (
    <section className="stack" aria-labelledby="picks">
      <h2 id="picks">{picks.length > 1 ? 'Top picks' : 'Top pick'}</h2>
      <ol className="plain-list cards">
        {picks.map((pick, index) => (
          <li key={pick.name} className="card pick">
            {pick.product && (
              <LazyImage
                src={pick.product.imageUrl}
                alt=""
                eager
                sizes="(width < 30rem) 7rem, 20rem"
              />
            )}
            <div className="stack tight">
              {pick.role && <p className="small strong muted pick-role">{pick.role}</p>}
              <h3>
                <span className="pick-number">{index + 1}</span> {pick.name}
              </h3>
              {pick.product && (
                <p className="row">
                  <span className="price pick-price">{audText(pick.product.price)}</span>
                  {pick.product.buyVerdict && <BuyStamp word={pick.product.buyVerdict.word} />}
                  <AiScore score10={pick.product.aiScore} />
                </p>
              )}
            </div>
            <p>{pick.reason}</p>
            {pick.product?.buyVerdict && <p className="small">{pick.product.buyVerdict.text}</p>}
            {pick.keyFeatures.length > 0 && (
              <div>
                <h4 className="small">Key features</h4>
                <ul className="tips">
                  {pick.keyFeatures.map((feature) => (
                    <li key={feature}>{feature}</li>
                  ))}
                </ul>
              </div>
            )}
            <p className="muted small">What buyers say: {pick.userSentiment}</p>
            <a className="button" href={pick.product?.path ?? searchPath(pick.name)}>
              Compare prices<span className="visually-hidden"> of {pick.name}</span>
            </a>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Explains why there is no recommendation and offers two next steps. */
function Refusal({ answer }: { answer: SmartAnswer }) {
  const { query, aiRecommendation: advice } = answer;
  return (
    <>
      <h1 className="results-title">No advice for “{query}” yet</h1>
      <section className="docket stack" aria-label="Summary and price range">
        <p className="summary">{advice.summary}</p>
        <p className="row">
          {advice.reasoning.length > 0 && (
            <a className="button primary" href={searchPath(query)}>
              See what there is
            </a>
          )}
          <a className="button" href="/categories">
            Browse the categories
          </a>
        </p>
      </section>
      <section className="stack tight" aria-labelledby="others">
        <h2 id="others" className="panel-title">
          Or ask about one of these
        </h2>
        <SuggestionChips />
      </section>
      <Source answer={answer} />
    </>
  );
}

type Comparison = NonNullable<SmartAnswer['aiRecommendation']['comparison']>;

/** Two products side by side. */
function SideBySide({ names, rows }: Comparison) {
  return (
    <section className="stack tight" aria-labelledby="side-by-side">
      <h2 id="side-by-side">Side by side</h2>
      <table className="side-by-side">
        <thead>
          <tr>
            <td />
            {names.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, values }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {values.map((value, nth) => (
                <td key={names[nth]}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Source({ answer }: { answer: SmartAnswer }) {
  return (
    <footer className="small muted stack tight">
      <p>{answer.disclaimer}</p>
      <p>Based on: {answer.dataSource}</p>
    </footer>
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

/** How long the thank-you stays (spec §9). */
const THANKS_MS = 3_000;

/** Yes/no feedback; the thank-you never waits for the server. */
function HelpfulQuestion({ query }: { query: string }) {
  const [isThanked, setThanked] = useState(false);
  const thanks = useRef<HTMLParagraphElement>(null);
  // The pressed button is gone.
  useEffect(() => {
    if (isThanked) thanks.current?.focus();
  }, [isThanked]);
  const answer = (isHelpful: boolean) => {
    console.info('[feedback]', query, isHelpful ? 'yes' : 'no');
    bodyOf((api) =>
      api.recommendations.feedback.$post({ json: { query, helpful: isHelpful } }),
    ).catch(() => undefined);
    setThanked(true);
    setTimeout(() => setThanked(false), THANKS_MS);
  };
  return (
    <div className="row helpful">
      <p ref={thanks} tabIndex={-1} role="status" className="toned tone-green strong">
        {isThanked && 'Thank you for your feedback.'}
      </p>
      {!isThanked && (
        <>
          <span className="strong">Was this helpful?</span>
          <button type="button" className="chip" onClick={() => answer(true)}>
            <Icon name="thumb-up" /> Yes
          </button>
          <button type="button" className="chip" onClick={() => answer(false)}>
            <Icon name="thumb-down" /> No
          </button>
        </>
      )}
    </div>
  );
}

function RetailerLinks({ links }: { links: SmartAnswer['retailerLinks'] }) {
  if (links.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="shops">
      <h2 id="shops">Where to look</h2>
      <ul className="plain-list cards">
        {links.map((shop) => (
          <li key={shop.id} className="card stack tight">
            <div className="retailer-line">
              <LetterTile name={shop.name} />
              <h3>{shop.name}</h3>
            </div>
            <Trust score={shop.trustScore} />
            <p className="small">{shop.description}</p>
            <ul className="tips small">
              {shop.strengths.map((strength) => (
                <li key={strength}>{strength}</li>
              ))}
            </ul>
            <OutboundLink href={shop.searchUrl} className="button" about={`: ${shop.name}`}>
              Search there
            </OutboundLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
