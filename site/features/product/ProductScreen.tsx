/* /product/{id} (spec §2): one shell for any id behind sign-in. Only a failed detail call fails the screen. */
import { useEffect, useState } from 'react';
import { productPath } from '#domain/public-path.ts';
import type { ProductDetail } from '#site/api/responses/product-detail.ts';
import type { SearchProduct } from '#site/api/responses/search-product.ts';
import { bodyOf, dataOf } from '#site/client/api.ts';
import { ApiError, faultAdvice } from '#site/client/api-error.ts';
import { keepPostcode, keptPostcode } from '#site/client/postcode.ts';
import type { AlertOutcome } from '#site/client/set-alert.ts';
import { SignedIn } from '#site/features/account/SignedIn.tsx';
import { FavoriteButton } from '#site/features/favorites/FavoriteButton.tsx';
import { $favorites, loadFavoriteStates, toggleFavorite } from '#site/stores/favorites.ts';
import { breadcrumbs } from '#site/structured-data/lists.ts';
import { productWithOffers } from '#site/structured-data/product.ts';
import { DetailRating } from '#site/ui/DetailRating.tsx';
import { Icon } from '#site/ui/Icon.tsx';
import { Notice } from '#site/ui/Notice.tsx';
import { plainText } from '#site/ui/price-text.ts';
import { type CallState, useCall } from '#site/ui/use-call.ts';
import { AlertModal } from './AlertModal.tsx';
import {
  AlertButton,
  Badges,
  Reasons,
  ReportMismatch,
  ScoreBreakdown,
  Shop,
  SimilarProducts,
} from './detail-parts.tsx';
import { ITEM_PRICE, type OfferChoice } from './OfferOrder.tsx';
import { PriceHistory } from './PriceHistory.tsx';
import { PriceMatches } from './PriceMatches.tsx';
import { ProductHead } from './ProductHead.tsx';
import { ProductTabs } from './ProductTabs.tsx';
import { ShopOffers } from './ShopOffers.tsx';

/** Spec §8, in Chinese as specified. */
const LOAD_FAILED = '加载商品详情失败，请稍后重试';

export function ProductScreen({ id }: { id: string }) {
  return <SignedIn>{({ user }) => <Loader id={id} email={user.email} />}</SignedIn>;
}

function Loader({ id, email }: { id: string; email: string }) {
  const [choice, setChoice] = useState<OfferChoice>(() => ({
    ...ITEM_PRICE,
    postcode: keptPostcode(),
  }));
  const read = (postcode: string) => {
    const query = postcode ? { postcode } : {};
    return dataOf((api) => api.products[':id'].$get({ param: { id }, query }));
  };
  const { state, run, change } = useCall(() => read(choice.postcode), id);
  const choose = (next: OfferChoice) => {
    keepPostcode(next.postcode);
    setChoice(next);
    // The API client logs the failure; the offers stay as they are.
    if (next.postcode !== choice.postcode)
      read(next.postcode).then(
        (data) => change(() => data),
        () => undefined,
      );
  };
  // Loads in parallel with the detail (spec §2).
  const { state: similar } = useCall(
    () => dataOf((api) => api.products[':id'].similar.$get({ param: { id } })),
    id,
  );
  if (state.status === 'loading') return <Shape />;
  if (state.status === 'error') return <Failure fault={state.fault} onRetry={() => void run()} />;
  return (
    <Product
      product={state.data}
      email={email}
      similar={similar}
      order={{ choice, onChoose: choose }}
    />
  );
}

interface ProductProps {
  product: ProductDetail;
  email: string;
  similar: CallState<SearchProduct[]>;
  order: { choice: OfferChoice; onChoose(choice: OfferChoice): void };
}

function Product({ product, email, similar, order }: ProductProps) {
  const { id } = product;
  const past = useCall(
    () =>
      dataOf((api) => api.products[':id'].history.$get({ param: { id }, query: { range: '1y' } })),
    id,
  );
  /** The action a guest chose on the public page before signing in. */
  const [guestAction] = useState(() => new URLSearchParams(location.search).get('do'));
  const [isAlertOpen, setAlertOpen] = useState(guestAction === 'alert');
  const [alert, setAlert] = useState<AlertOutcome | null>(null);
  const [backTo, setBackTo] = useState('/search');
  useStructuredData(product);
  useEffect(() => {
    // The API client logs the failure; the screen does not depend on this call.
    bodyOf((api) => api.user['view-history'].$post({ json: { productId: product.id } })).catch(
      () => undefined,
    );
    const from = document.referrer && new URL(document.referrer);
    if (from && from.origin === location.origin && from.pathname === '/search') {
      setBackTo(from.pathname + from.search);
    }
  }, [product.id]);
  const best = product.offers.find((offer) => offer.offerId === product.offerId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per product
  useEffect(() => {
    // First of all, so that a reload does nothing twice.
    if (guestAction) history.replaceState(null, '', location.pathname);
    loadFavoriteStates([product.productUrl]).then(() => {
      const isSaved = $favorites.get()[product.productUrl] === 'saved';
      if (guestAction === 'save' && best && !isSaved) void toggleFavorite(best);
    });
  }, [product.productUrl]);
  return (
    <div className="stack loose product">
      <a className="back" href={backTo}>
        ← Back to search results
      </a>
      <ProductHead
        product={product}
        money={plainText}
        hrefOf={({ productId }) => `/product/${productId}`}
        heart={best && <FavoriteButton product={best} />}
        above={<Badges product={product} />}
        facts={
          <div className="row detail-facts">
            <DetailRating {...product.rating} />
            <span className="muted">
              {product.brand && `${product.brand} · `}
              {product.category}
            </span>
          </div>
        }
        action={<AlertButton onOpen={() => setAlertOpen(true)} />}
      >
        {alert && (
          <Notice tone={alert.state === 'watching' ? 'green' : 'yellow'} icon="bell">
            {alert.text} <a href="/profile#alerts">Your alerts</a>
          </Notice>
        )}
        <Shop retailer={product.retailer} />
        <Reasons reasons={product.recommendationReasons} />
      </ProductHead>
      <ShopOffers
        product={product}
        money={plainText}
        {...order}
        more={({ offerId, retailer: { name } }) => (
          <ReportMismatch offerId={offerId} retailer={name} />
        )}
      />
      <PriceMatches
        matches={product.priceMatches}
        best={product.currentPrice}
        path={productPath(id, product.name)}
        money={plainText}
      />
      <PriceHistory history={past} />
      <ScoreBreakdown product={product} />
      <ProductTabs product={product} />
      {similar.status === 'success' && <SimilarProducts products={similar.data} />}
      {isAlertOpen && (
        <AlertModal
          product={product}
          email={email}
          past={past.state}
          onClose={(outcome) => {
            setAlertOpen(false);
            if (outcome) setAlert(outcome);
          }}
        />
      )}
    </div>
  );
}

/** Sets the document title and the product and breadcrumb structured data. */
function useStructuredData(product: ProductDetail): void {
  useEffect(() => {
    const { origin, pathname } = location;
    const { id, name, category } = product;
    const elements = [
      productWithOffers(product, origin + productPath(id, name)),
      breadcrumbs(origin, [
        { name: 'Home', path: '/' },
        { name: category, path: `/search?q=${encodeURIComponent(category)}` },
        { name, path: pathname },
      ]),
    ].map((data) => {
      const element = document.createElement('script');
      element.type = 'application/ld+json';
      element.textContent = JSON.stringify({ '@context': 'https://schema.org', ...data });
      document.head.append(element);
      return element;
    });
    const title = document.title;
    document.title = `${name} | ${title}`;
    return () => {
      document.title = title;
      for (const element of elements) element.remove();
    };
  }, [product]);
}

/** Skeleton of the product head: picture, name, price, actions. */
function Shape() {
  return (
    <div className="product-head stack product-shape" role="status">
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
          <p className="muted">Every shop that sold it may have withdrawn it.</p>
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
