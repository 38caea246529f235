import { categoryPath } from '#domain/public-path.ts';
import { Icon } from '#site/ui/Icon.tsx';

interface PageLinksProps {
  /** The category's. */
  name: string;
  page: number;
  pages: number;
}

/** The pages of a category: the one before, the one after, and all by number. */
export function PageLinks({ name, page, pages }: PageLinksProps) {
  if (pages < 2) return null;
  return (
    <nav className="row" aria-label="Pages">
      {page > 1 && (
        <a className="chip" href={categoryPath(name, page - 1)} rel="prev">
          <Icon name="arrow-left" /> Before
        </a>
      )}
      {Array.from({ length: pages }, (_, index) => index + 1).map((number) => (
        <a
          key={number}
          className="chip figures"
          href={categoryPath(name, number)}
          aria-current={number === page ? 'true' : undefined}
          aria-label={`Page ${number}`}
        >
          {number}
        </a>
      ))}
      {page < pages && (
        <a className="chip" href={categoryPath(name, page + 1)} rel="next">
          Next <Icon name="arrow-right" />
        </a>
      )}
    </nav>
  );
}
