import type { SmartAnswer } from '#site/client/calls/smart.ts';
import { plainText } from '#site/ui/price-text.ts';
import { HelpfulQuestion } from './HelpfulQuestion.tsx';
import { RetailerLinks } from './RetailerLinks.tsx';
import { TopPicks } from './TopPicks.tsx';

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
        {priceRange.max > 0 && (
          <p className="leader">
            <span>What it should cost</span>
            <span className="price">
              {plainText(priceRange.min)} – {plainText(priceRange.max)}
            </span>
          </p>
        )}
        <p className="small muted">{priceRange.note}</p>
      </section>
      <TopPicks picks={advice.topPicks} />
      <div className="advice">
        <TextList title="Buying tips" items={advice.buyingTips} />
        <TextList title="Why we say so" items={advice.reasoning} />
      </div>
      <RetailerLinks links={retailerLinks} />
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
