import { useEffect, useMemo, useState } from 'react';
import { suggester } from '#site/client/suggestions.ts';
import { Icon } from '#site/ui/Icon.tsx';

interface SearchBarProps {
  action?: string;
  label?: string;
  placeholder?: string;
  query: string;
  isLoading: boolean;
  /** Whether product names are offered while the shopper types. */
  suggests?: boolean;
  onSearch(text: string): void;
}

/** The sticky form on top; a plain GET form until the island is there. */
export function SearchBar(props: SearchBarProps) {
  const { action = '/search', label = 'What are you looking for?', query, isLoading } = props;
  const { suggests = false, placeholder = 'Product or brand' } = props;
  const [names, setNames] = useState<readonly string[]>([]);
  const suggest = useMemo(() => suggester(setNames), []);
  const [text, setText] = useState(query);
  const [isLive, setLive] = useState(false);
  useEffect(() => setLive(true), []);
  useEffect(() => setText(query), [query]);
  return (
    <search className="search-bar">
      <form
        className="wrap"
        action={action}
        onSubmit={(event) => {
          event.preventDefault();
          props.onSearch(text);
        }}
      >
        <label className="visually-hidden" htmlFor="q">
          {label}
        </label>
        <input
          id="q"
          className="input"
          name="q"
          type="search"
          placeholder={placeholder}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={200}
          required
          value={text}
          list={suggests ? 'suggestions' : undefined}
          onChange={(event) => {
            setText(event.target.value);
            if (suggests) suggest(event.target.value);
          }}
        />
        {suggests && (
          <datalist id="suggestions">
            {names.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        )}
        <button
          type="submit"
          className="button wattle"
          aria-label="Search"
          disabled={isLive && (isLoading || !text.trim())}
        >
          <Icon name="search" />
          <span>Search</span>
        </button>
      </form>
    </search>
  );
}
