import { Icon } from '#site/ui/Icon.tsx';
import '#site/styles/search-box.css';
import './SearchForm.css';

/** The search box: a GET form that works without JavaScript; features/search/search-box.ts adds suggestions. */
export function SearchForm({ label, placeholder }: { label: string; placeholder: string }) {
  return (
    <search className="search-form">
      <form action="/search" method="get" data-search-form>
        <div className="box">
          <label className="visually-hidden" htmlFor="q">
            {label}
          </label>
          <Icon name="search" />
          <input
            id="q"
            name="q"
            type="search"
            placeholder={placeholder}
            required
            maxLength={200}
            autoComplete="off"
            enterKeyHint="search"
            data-search-input
          />
          <button type="submit" className="button wattle">
            Compare
          </button>
        </div>
      </form>
    </search>
  );
}
