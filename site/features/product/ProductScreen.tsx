/*
 * /product/{id} (spec §2): one shell for any id, guarded here. Detail and similar products load in parallel, the year's
 * prices follow; only the detail can fail the screen.
 */
import { useEffect, useState } from 'react';
import { recommendationScoreBand } from '#domain/products/score-band.ts';
import type { ProductDetail } from '#site/api/responses/product-detail.ts';
import type { SearchProduct } from '#site/api/responses/search-product.ts';
import { bodyOf, dataOf } from '#site/client/api.ts';
import { ApiError } from '#site/client/api-error.ts';
import { faultAdvice } from '#site/client/fault-advice.ts';
import { SignedIn } from '#site/features/account/SignedIn.tsx';
import { loadFavoriteStates } from '#site/stores/favorites.ts';
import { DialogHost } from '#site/ui/DialogHost.tsx';
import { Icon } from '#site/ui/Icon.tsx';
import { LazyImage } from '#site/ui/LazyImage.tsx';
import { plainText } from '#site/ui/price-text.ts';
import { type CallState, useCall } from '#site/ui/use-call.ts';
import { OfferTable } from './OfferTable.tsx';
import { PriceHistory } from './PriceHistory.tsx';
import { ProductHead } from './ProductHead.tsx';
import { ProductTabs } from './ProductTabs.tsx';
import { usePriceHistory } from './use-price-history.ts';
import { useProductData } from './use-product-data.ts';

/** Spec §8, in Chinese as specified. */
const LOAD_FAILED = '加载商品详情失败，请稍后重试';

/** The whole island. */
export function ProductScreen({ id }: { id: string }) {
  return (
    <>
      <SignedIn>{({ user }) => <Loader id={id} email={user.email} />}</SignedIn>
      <DialogHost />
    </>
  );
}

function Loader({ id, email }: { id: string; email: string }) {
  const { state, run } = useCall(
    () => dataOf((api) => api.products[':id'].$get({ param: { id } })),
    id,
  );
  // Asked for at the same time (spec §2), shown below once both are there.
  const { state: similar } = useCall(
    () => dataOf((api) => api.products[':id'].similar.$get({ param: { id } })),
    id,
  );
  if (state.status === 'loading') return <Shape />;
  if (state.status === 'error') return <Failure fault={state.fault} onRetry={() => void run()} />;
  return <Product product={state.data} email={email} similar={similar} />;
}

interface ProductProps {
  product: ProductDetail;
  email: string;
  similar: SimilarState;
}

function Product({ product, email, similar }: ProductProps) {
  const history = usePriceHistory(product);
  const [backTo, setBackTo] = useState('/search');
  useProductData(product);
  useEffect(() => void loadFavoriteStates([product.productUrl]), [product.productUrl]);
  useEffect(() => {
    // A failure is logged by the caller of the API; the screen does not depend on it.
    bodyOf((api) => api.user['view-history'].$post({ json: { productId: product.id } })).catch(
      () => undefined,
    );
    const from = document.referrer && new URL(document.referrer);
    if (from && from.origin === location.origin && from.pathname === '/search') {
      setBackTo(from.pathname + from.search);
    }
  }, [product.id]);
  return (
    <div className="stack loose product">
      <a className="back" href={backTo}>
        ← Back to search results
      </a>
      <ProductHead product={product} email={email} history={history} />
      <PriceHistory product={product} history={history} />
      <OfferTable product={product} />
      <ScoreBreakdown product={product} />
      <ProductTabs product={product} />
      <SimilarProducts similar={similar} />
    </div>
  );
}

/** The head of the product to come: picture, name, price, actions. */
function Shape() {
  return (
    <div className="product-head product-shape" role="status">
      <span className="visually-hidden">Loading</span>
      <div className="product-picture" aria-hidden="true">
        <div className="picture skeleton" />
      </div>
      <div className="stack" aria-hidden="true">
        {['badges', 'name', 'facts', 'cost', 'actions'].map((part) => (
          <div key={part} className={`skeleton ${part}`} />
        ))}
      </div>
    </div>
  );
}

function Failure({ fault, onRetry }: { fault: unknown; onRetry(): void }) {
  const isMissing = fault instanceof ApiError && (fault.status === 404 || fault.status === 400);
  const advice = faultAdvice(fault);
  return (
    <div className="empty" role="alert">
      {isMissing ? (
        <>
          <span className="stamp tone-red">Not found</span>
          <h1 className="panel-title">Product does not exist</h1>
          <p className="muted">It may have been withdrawn by every shop that sold it.</p>
        </>
      ) : (
        <>
          <h1 className="panel-title" lang="zh-Hans">
            {LOAD_FAILED}
          </h1>
          <p className="muted">
            The product’s details could not be loaded. Please try again later.
          </p>
          {advice && <p className="muted">{advice}</p>}
        </>
      )}
      <div className="row">
        {!isMissing && (
          <button type="button" className="button primary" onClick={onRetry}>
            <Icon name="refresh" /> Try Again
          </button>
        )}
        <a className={isMissing ? 'button primary' : 'button'} href="/">
          Back to home
        </a>
      </div>
    </div>
  );
}

/** The parts of the AI score, each 0–100, as bars with their figure. */
function ScoreBreakdown({ product }: { product: ProductDetail }) {
  const { priceScore, qualityScore, popularityScore } = product.aiScore;
  const parts = [
    { name: 'Price', score100: priceScore },
    { name: 'Quality', score100: qualityScore },
    { name: 'Popularity', score100: popularityScore },
  ];
  return (
    <section className="stack" aria-labelledby="score-title">
      <h2 id="score-title">AI score breakdown</h2>
      <dl className="scores">
        {parts.map(({ name, score100 }) => (
          <div key={name} className={`tone-${recommendationScoreBand(score100)}`}>
            <dt>{name}</dt>
            <dd className="price">{Math.round(score100)}</dd>
            <dd>
              <svg width="100%" height="8" aria-hidden="true">
                <rect className="track" width="100%" height="8" rx="4" />
                <rect className="fill" width={`${Math.round(score100)}%`} height="8" rx="4" />
              </svg>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** What is known of the products like one. */
type SimilarState = CallState<SearchProduct[]>;

/** A grid of like products; nothing when there are none or they could not be read. */
function SimilarProducts({ similar }: { similar: SimilarState }) {
  if (similar.status !== 'success' || similar.data.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="similar-title">
      <h2 id="similar-title">Similar products</h2>
      <ul className="plain-list cards small-cards">
        {similar.data.map((product) => (
          <li key={product._id}>
            <a className="card stack tight" href={`/product/${product._id}`}>
              <LazyImage src={product.imageUrl} alt="" />
              <span className="strong">{product.name}</span>
              <span className="price">{plainText(product.currentPrice)}</span>
              <span className="small muted">{product.retailer.name}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
