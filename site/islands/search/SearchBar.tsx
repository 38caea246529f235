import { useEffect, useState } from 'react';
import { Icon } from '../shared/Icon.tsx';

interface SearchBarProps {
  action?: string;
  label?: string;
  query: string;
  isLoading: boolean;
  onSearch(text: string): void;
}

/** The sticky form on top; a plain GET form until the island is there. */
export function SearchBar(props: SearchBarProps) {
  const { action = '/search', label = 'What are you looking for?', query, isLoading } = props;
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
          placeholder="Product or brand"
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
