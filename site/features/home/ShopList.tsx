import './ShopList.css';
import { SHOP_KINDS } from '#site/content/texts.ts';
import type { PublicPages } from '#site/server/public-pages/public-pages.ts';
import { LetterTile } from '#site/ui/LetterTile.tsx';

/** Shops named: as many as kinds, so that nothing moves; ShopList.css reserves their rows. */
const NAMED = SHOP_KINDS.length;

interface ShopListProps {
  shops: Pick<Awaited<ReturnType<PublicPages['status']>>[number], 'name' | 'path'>[];
}

/** The first shops by name, and a link to all; without shops, the kinds of shops. */
export function ShopList({ shops }: ShopListProps) {
  return (
    <ul className="plain-list shops">
      {shops.length === 0 &&
        SHOP_KINDS.map((kind) => (
          <li key={kind}>
            <span className="shop">
              <LetterTile name={kind} />
              <span className="clamp">{kind}</span>
            </span>
          </li>
        ))}
      {shops.slice(0, NAMED).map(({ name, path }) => (
        <li key={path}>
          <a className="shop" href={path}>
            <LetterTile name={name} />
            <span className="name clamp">{name}</span>
          </a>
        </li>
      ))}
      <li className="all">
        <a className="reach" href="/retailers">
          All shops, and how fresh their prices are
        </a>
      </li>
    </ul>
  );
}
