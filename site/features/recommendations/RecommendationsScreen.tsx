/* /recommendations (spec §2): three tabs, a category, figures, cards, and how it works. */
import { useState } from 'react';
import { recommendationScoreBand } from '#domain/products/score-band.ts';
import type { RecommendedProduct } from '#site/api/responses/product-detail.ts';
import { dataOf } from '#site/client/api.ts';
import { SignedIn } from '#site/features/account/SignedIn.tsx';
import { DetailRating } from '#site/ui/DetailRating.tsx';
import { FigureTiles } from '#site/ui/FigureTiles.tsx';
import { Icon } from '#site/ui/Icon.tsx';
import { LazyImage } from '#site/ui/LazyImage.tsx';
import { LongList } from '#site/ui/LongList.tsx';
import { NumberedCards } from '#site/ui/NumberedCards.tsx';
import { OutboundLink } from '#site/ui/OutboundLink.tsx';
import { BuyStamp, WasPrice } from '#site/ui/PriceVerdict.tsx';
import { EmptyPanel, Loaded, Skeletons } from '#site/ui/panels.tsx';
import { plainText } from '#site/ui/price-text.ts';
import { SelectField } from '#site/ui/SelectField.tsx';
import { Tabs } from '#site/ui/Tabs.tsx';
import { Trust } from '#site/ui/Trust.tsx';
import { useCall } from '#site/ui/use-call.ts';

const TABS = [
  { id: 'personalized', name: 'Personalized' },
  { id: 'trending', name: 'Hot Picks' },
  { id: 'deals', name: 'Best Deals' },
] as const;
type RecommendationKind = (typeof TABS)[number]['id'];

/** Picks of one reason before the fold: a row on wide screens. */
const SHOWN_A_REASON = 3;
/** Spec §8. */
const FAILED = 'Failed to load recommendations. Please try again later.';

export function RecommendationsScreen() {
  return <SignedIn>{() => <Screen />}</SignedIn>;
}

function Screen() {
  const [kind, setKind] = useState<RecommendationKind>('personalized');
  const [category, setCategory] = useState('');
  const categories = useCall(() => dataOf((api) => api.products.categories.list.$get()));
  const call = useCall(
    () => dataOf((api) => api.recommendations[kind].$get({ query: category ? { category } : {} })),
    `${kind} ${category}`,
  );
  // The first reason heads a group of cards, on the personalized tab only (spec §2).
  const reasonOf = ({ recommendationReasons: [first] }: RecommendedProduct) =>
    (kind === 'personalized' && first?.reason) || '';
  const names = categories.state.status === 'success' ? categories.state.data.categories : [];
  return (
    <div className="stack loose recommendations">
      <header className="stack tight">
        <h1>AI Picks</h1>
        <p className="lead">
          Chosen from what you search, view and save; until then, from what others search.
        </p>
      </header>
      <div className="category-filter">
        <SelectField
          id="category"
          label="Category"
          value={category}
          options={names.map((name) => [name, name] as const)}
          onValue={setCategory}
        >
          <option value="">All Categories</option>
        </SelectField>
        <button
          type="button"
          className="button"
          disabled={!category}
          onClick={() => {
            // Clearing removes this button, so move focus first.
            document.getElementById('category')?.focus();
            setCategory('');
          }}
        >
          Clear Filters
        </button>
      </div>
      <Tabs<RecommendationKind>
        label="Recommendations"
        tabs={TABS}
        chosen={kind}
        onChoose={setKind}
      >
        <Loaded call={call} loading={<Skeletons count={6} />} failure={FAILED}>
          {({ products }) =>
            products.length === 0 ? (
              <EmptyPanel
                title="Nothing to recommend yet"
                text="Search for a few things and picks will appear here."
                action="Start Searching"
                href="/"
              />
            ) : (
              <div className="stack loose">
                <RecommendationTiles products={products} />
                {[...Map.groupBy(products, reasonOf)].map(([reason, group]) => (
                  <section key={reason} className="stack">
                    {reason ? (
                      <h2 className="h3 why">
                        <Icon name="spark" /> {reason}
                      </h2>
                    ) : (
                      <h2 className="visually-hidden">
                        {TABS.find(({ id }) => id === kind)?.name}
                      </h2>
                    )}
                    <LongList items={group} noun="pick" shown={reason ? SHOWN_A_REASON : undefined}>
                      {(part) => (
                        <ul className="plain-list cards">
                          {part.map((product) => (
                            <RecommendationCard key={product.offerId} product={product} />
                          ))}
                        </ul>
                      )}
                    </LongList>
                  </section>
                ))}
              </div>
            )
          }
        </Loaded>
      </Tabs>
      {call.state.status !== 'loading' && (
        <section className="stack how" aria-labelledby="how-title">
          <h2 id="how-title">How recommendations work</h2>
          <NumberedCards steps={STEPS} />
        </section>
      )}
    </div>
  );
}

const STEPS = [
  {
    title: 'We read your signals',
    text: 'Searches, views and favourites of your account, nothing else.',
  },
  {
    title: 'We score matching products',
    text: 'By price against its own year, buyers’ ratings and popularity; never what is dear now.',
  },
  { title: 'You decide', text: 'Clear your history in your profile to start the picks afresh.' },
];

/** Count, average price and average rating of the listed products; unrated products are left out of the average. */
function RecommendationTiles({ products }: { products: readonly RecommendedProduct[] }) {
  const rated = products.filter((product) => product.rating.average > 0);
  const rating = average(rated.map((product) => product.rating.average));
  const price = average(products.map((product) => product.currentPrice));
  return (
    <FigureTiles
      figures={[
        { label: 'Picks', value: products.length },
        { label: 'Average price', value: plainText(price) },
        { label: 'Average rating', value: rated.length > 0 ? rating.toFixed(1) : '–' },
      ]}
    />
  );
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function RecommendationCard({ product }: { product: RecommendedProduct }) {
  const { retailer, aiScore, currentPrice } = product;
  return (
    <li className="card product-card">
      <LazyImage src={product.imageUrl} alt="" />
      <div className="card-body">
        <h3 className="card-name">
          <a href={`/product/${product._id}`}>{product.name}</a>
        </h3>
        <p className="row product-price">
          <span className="price">{plainText(currentPrice)}</span>
          {product.buyVerdict && <BuyStamp word={product.buyVerdict.word} />}
        </p>
        <p className="row small">
          <WasPrice product={product} money={plainText} />
        </p>
        <DetailRating {...product.rating} />
        <div className="row small">
          <span className={`badge tone-${recommendationScoreBand(aiScore.overall)} figures`}>
            AI {Math.round(aiScore.overall)}/100
          </span>
          <Trust score={retailer.trustScore} />
        </div>
      </div>
      {product.buyVerdict && <p className="small why-stamp">{product.buyVerdict.text}</p>}
      <div className="row small card-actions">
        <span className="muted">
          {retailer.name} · {product.category}
        </span>
        <OutboundLink
          href={product.productUrl}
          className="reach"
          about={` ${product.name} at ${retailer.name}`}
        >
          View
        </OutboundLink>
      </div>
    </li>
  );
}
