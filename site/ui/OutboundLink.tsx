import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';

interface OutboundLinkProps {
  href: string;
  className?: string;
  /** Ends the link's text for screen readers: ' Kettle at Shop'. */
  about?: string;
  children: ReactNode;
}

/** A link to a retailer's own site, in a new tab; anything but http(s) is shown as plain text. */
export function OutboundLink({ href, className, about, children }: OutboundLinkProps) {
  const text = (
    <>
      {children}
      {about && <span className="visually-hidden">{about}</span>}
    </>
  );
  if (!/^https?:\/\//i.test(href)) return <span className={className}>{text}</span>;
  return (
    <a href={href} className={className} target="_blank" rel="sponsored nofollow noopener">
      {text}
      <Icon name="external" />
      <span className="visually-hidden">(opens in a new tab)</span>
    </a>
  );
}
