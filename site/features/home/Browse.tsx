import { categoryPath } from '#domain/public-path.ts';
import { BROWSED_CATEGORIES } from '#site/content/texts.ts';
import { categoryIcon } from '#site/ui/category-icon.ts';
import { Icon } from '#site/ui/Icon.tsx';
import './Browse.css';

/** The ways in for those who do not search: a few categories, all of them, and what is really cheaper today. */
export function Browse() {
  const ways = [
    ...BROWSED_CATEGORIES.map((name) => ({
      path: categoryPath(name),
      text: name,
      icon: categoryIcon(name),
    })),
    { path: '/categories', text: 'All categories', icon: 'store' as const },
  ];
  return (
    <section className="wrap browse stack" aria-labelledby="browse-title">
      <div className="row spread">
        <h2 id="browse-title">Or browse</h2>
        <a href="/deals" className="deals">
          <Icon name="down" /> What is really cheaper today
        </a>
      </div>
      <ul className="plain-list">
        {ways.map(({ path, text, icon }) => (
          <li key={path}>
            <a href={path}>
              <Icon name={icon} /> {text}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
