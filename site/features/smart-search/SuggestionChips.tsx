import { isPlainClick } from '#site/client/plain-click.ts';
import { SMART_SUGGESTIONS } from '#site/content/texts.ts';

/** Suggested questions as plain links; the island intercepts clicks when `onSearch` is set. */
export function SuggestionChips({ onSearch }: { onSearch?: (query: string) => void }) {
  return (
    <ul className="row plain-list">
      {SMART_SUGGESTIONS.map((text) => (
        <li key={text}>
          <a
            className="chip"
            href={`/smart-search?q=${encodeURIComponent(text)}`}
            onClick={(event) => {
              if (!onSearch || !isPlainClick(event)) return;
              event.preventDefault();
              onSearch(text);
            }}
          >
            {text}
          </a>
        </li>
      ))}
    </ul>
  );
}
