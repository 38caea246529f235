import { SMART_SUGGESTIONS } from '#site/content/texts.ts';
import { InterceptedLink } from '#site/ui/InterceptedLink.tsx';

interface SuggestionChipsProps {
  texts?: readonly string[];
  onSearch?: (query: string) => void;
}

/** Suggested questions as plain links; the island intercepts clicks when `onSearch` is set. */
export function SuggestionChips({ texts = SMART_SUGGESTIONS, onSearch }: SuggestionChipsProps) {
  return (
    <ul className="row plain-list">
      {texts.map((text) => (
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
