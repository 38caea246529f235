import { LetterTile } from '#site/ui/LetterTile.tsx';
import { TrustBadge } from '#site/ui/Trust.tsx';
import './ShopLines.css';

interface ShopLine {
  name: string;
  path: string;
  trustScore: number;
}

interface ShopLinesProps<Shop> {
  shops: readonly Shop[];
  /** The text below the name. */
  factsOf(shop: Shop): string;
}

/** Shops in columns: mark, name, trust score and facts. */
export function ShopLines<Shop extends ShopLine>({ shops, factsOf }: ShopLinesProps<Shop>) {
  return (
    <ul className="plain-list shop-list">
      {shops.map((shop) => (
        <li key={shop.path}>
          <LetterTile name={shop.name} />
          <p>
            <a className="reach" href={shop.path}>
              {shop.name}
            </a>
            <span className="visually-hidden">, trust </span>
            <TrustBadge score={shop.trustScore} />
            <span className="small muted figures">{factsOf(shop)}</span>
          </p>
        </li>
      ))}
    </ul>
  );
}
