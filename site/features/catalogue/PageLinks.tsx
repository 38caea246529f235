import { categoryPath } from '#domain/public-path.ts';
import { Icon } from '#site/ui/Icon.tsx';

interface PageLinksProps {
  /** The category's. */
  name: string;
  /** The brand that is shown; '' for all. */
  brand: string;
  page: number;
  pages: number;
}

/** The pages of a category or of a brand in it: the one before, the one after, and all by number. */
export function PageLinks({ name, brand, page, pages }: PageLinksProps) {
  if (pages < 2) return null;
  return (
    <nav className="row" aria-label="Pages">
      {page > 1 && (
        <a className="chip" href={categoryPath(name, page - 1, brand)} rel="prev">
          <Icon name="arrow-left" /> Before
        </a>
      )}
      {Array.from({ length: pages }, (_, index) => index + 1).map((number) => (
        <a
          key={number}
          className="chip figures"
          href={categoryPath(name, number, brand)}
          aria-current={number === page ? 'true' : undefined}
          aria-label={`Page ${number}`}
        >
          {number}
        </a>
      ))}
      {page < pages && (
        <a className="chip" href={categoryPath(name, page + 1, brand)} rel="next">
          Next <Icon name="arrow-right" />
        </a>
      )}
    </nav>
  );
}
