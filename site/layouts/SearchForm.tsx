import { Icon } from '#site/ui/Icon.tsx';
import './SearchForm.css';

interface SearchFormProps {
  label: string;
  placeholder: string;
}

/** The search box: a GET form that works without JavaScript; features/home adds recent searches and suggestions. */
export function SearchForm({ label, placeholder }: SearchFormProps) {
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
            list="suggestions"
            data-search-input
          />
          <button type="submit" className="button wattle">
            Compare
          </button>
        </div>
        <datalist id="suggestions" data-suggestions />
        <div className="recent card" data-recent hidden>
          <div className="row spread">
            <strong>Recent searches</strong>
            <button type="button" className="link-button" data-recent-clear>
              Clear all
            </button>
          </div>
          <ul className="plain-list" data-recent-list />
        </div>
      </form>
    </search>
  );
}
