import './CheaperNow.css';
import { categoryPath } from '#domain/public-path.ts';
import { BROWSED_CATEGORIES } from '#site/content/texts.ts';
import { DropList } from '#site/features/catalogue/DropList.tsx';
import type { Drop } from '#site/server/public-pages/drops.ts';
import { categoryIcon } from '#site/ui/category-icon.ts';
import { Icon } from '#site/ui/Icon.tsx';

/** Number of cards, whatever the number of drops. */
export const CARDS = 6;

/** The drops below their heading; categories to look in take the places that are left, or all. */
export function CheaperNow({ drops }: { drops: readonly Drop[] }) {
  const shown: ReadonlySet<string | null> = new Set(drops.map(({ category }) => category));
  const places = BROWSED_CATEGORIES.filter((name) => !shown.has(name));
  return (
    <>
      <div className="row spread">
        <h2 className="h3" id="drops-title">
          {drops.length > 0 ? 'Really cheaper now' : 'Look in a category'}
        </h2>
        <a className="reach" href="/deals">
          All drops
        </a>
      </div>
      <DropList drops={drops}>
        {places.slice(0, Math.max(0, CARDS - drops.length)).map((name) => (
          <li className="card category" key={name}>
            <div className="picture">
              <span className="no-picture muted" aria-hidden="true">
                <Icon name={categoryIcon(name)} />
              </span>
            </div>
            <div className="stack tight words">
              <h3 className="card-name">
                <a href={categoryPath(name)}>{name}</a>
              </h3>
              <p className="small muted">
                What they cost at each shop, and which of them cost less than usual.
              </p>
            </div>
          </li>
        ))}
      </DropList>
    </>
  );
}
