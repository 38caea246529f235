import { dataOf } from '#site/client/api.ts';
import { letterTile } from '#site/ui/letter-tile.ts';
import { find } from './find.ts';

/** Shops named on the home page; the rest is a number that leads to the whole list. */
const SHOPS_NAMED = 18;

/** Names the shops that are read now, those with most prices first, once the page has nothing better to do. */
export function startShops(): void {
  const list = find('[data-shops]');
  const show = async () => {
    try {
      const shops = await dataOf((api) => api.retailers.$get());
      if (shops.length === 0) return;
      const named = shops.toSorted((a, b) => b.offers - a.offers).slice(0, SHOPS_NAMED);
      const more = list.querySelector('.all a');
      if (more) more.textContent = `All ${shops.length} shops, and how fresh their prices are`;
      list.prepend(...named.map(shopItem));
    } catch {
      // Logged by the caller of the API; the link to the whole list stands.
    } finally {
      for (const shape of list.querySelectorAll('.shape')) shape.remove();
    }
  };
  const seen = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    seen.disconnect();
    void show();
  });
  seen.observe(list);
}

function shopItem({ slug, name }: { slug: string; name: string }): HTMLLIElement {
  const { letters, hue } = letterTile(name);
  const tile = document.createElement('span');
  tile.className = `tile tile-${hue}`;
  tile.ariaHidden = 'true';
  tile.textContent = letters;
  const label = document.createElement('span');
  label.className = 'name';
  label.textContent = name;
  const link = document.createElement('a');
  link.href = `/retailers/${slug}`;
  link.append(tile, label);
  const item = document.createElement('li');
  item.append(link);
  return item;
}
