import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';

interface OutboundLinkProps {
  href: string;
  className?: string;
  children: ReactNode;
}

/** A link to a retailer's own site, in a new tab; anything but http(s) is shown as plain text. */
export function OutboundLink({ href, className, children }: OutboundLinkProps) {
  if (!/^https?:\/\//i.test(href)) return <span className={className}>{children}</span>;
  return (
    <a href={href} className={className} target="_blank" rel="sponsored nofollow noopener">
      {children}
      <Icon name="external" />
      <span className="visually-hidden">(opens in a new tab)</span>
    </a>
  );
}
