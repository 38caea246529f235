import type { SmartAnswer } from '#site/api/responses/smart-recommendation.ts';
import { searchPath } from '#site/client/search-view.ts';
import { AiScore } from '#site/ui/AiScore.tsx';
import { LazyImage } from '#site/ui/LazyImage.tsx';
import { BuyStamp } from '#site/ui/PriceVerdict.tsx';
import { audText } from '#site/ui/price-text.ts';

type Pick = SmartAnswer['aiRecommendation']['topPicks'][number];

/** The picks, each with what it is among them, its price and its reason. */
export function TopPicks({ picks }: { picks: Pick[] }) {
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
