import type { ComponentProps } from 'react';
import { isPlainClick } from '#site/client/plain-click.ts';

interface InterceptedLinkProps extends Omit<ComponentProps<'a'>, 'onClick'> {
  href: string;
  /** Absent where the link only leads to its page. */
  onFollow?: (() => void) | undefined;
}

/** A link the island intercepts, except for modified clicks that open a new tab. */
export function InterceptedLink({ href, onFollow, children, ...link }: InterceptedLinkProps) {
  return (
    <a
      {...link}
      href={href}
      onClick={(event) => {
        if (!onFollow || !isPlainClick(event)) return;
        event.preventDefault();
        onFollow();
      }}
    >
      {children}
    </a>
  );
}
