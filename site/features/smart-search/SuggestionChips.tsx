import { SMART_SUGGESTIONS } from '#site/content/texts.ts';
import { InterceptedLink } from '#site/ui/InterceptedLink.tsx';

/** Suggested questions as plain links; the island intercepts clicks when `onSearch` is set. */
export function SuggestionChips({ onSearch }: { onSearch?: (query: string) => void }) {
  return (
    <ul className="row plain-list">
      {SMART_SUGGESTIONS.map((text) => (
        <li key={text}>
          <InterceptedLink
            className="chip"
            href={`/smart-search?q=${encodeURIComponent(text)}`}
            onFollow={onSearch && (() => onSearch(text))}
          >
            {text}
          </InterceptedLink>
        </li>
      ))}
    </ul>
  );
}
