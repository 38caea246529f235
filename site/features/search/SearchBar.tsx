import { useEffect, useRef, useState } from 'react';
import { Icon } from '#site/ui/Icon.tsx';
import { offerSuggestions } from './suggestions.ts';

interface SearchBarProps {
  action?: string;
  label?: string;
  placeholder?: string;
  query: string;
  isLoading: boolean;
  /** Whether to suggest while the shopper types. */
  suggests?: boolean;
  onSearch(text: string): void;
}

/** The sticky search form; a plain GET form until the island hydrates. */
export function SearchBar(props: SearchBarProps) {
  const { action = '/search', label = 'What are you looking for?', query, isLoading } = props;
  const { suggests = false, placeholder = 'Product or brand' } = props;
  const [text, setText] = useState(query);
  const [isLive, setLive] = useState(false);
  useEffect(() => setLive(true), []);
  useEffect(() => setText(query), [query]);
  const box = useRef<HTMLInputElement>(null);
  const search = useRef(props.onSearch);
  search.current = props.onSearch;
  useEffect(() => {
    const input = box.current;
    return input && suggests
      ? offerSuggestions(input, (words) => search.current(words))
      : undefined;
  }, [suggests]);
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
          ref={box}
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
          onChange={(event) => setText(event.target.value)}
        />
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
