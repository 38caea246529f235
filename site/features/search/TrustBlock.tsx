import { Icon } from '#site/ui/Icon.tsx';
import type { IconName } from '#site/ui/icon-names.ts';

const POINTS: { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'shield',
    title: 'No paid places',
    text: 'Shops cannot buy a rank. Score, price and trust decide, and you choose which.',
  },
  {
    icon: 'refresh',
    title: 'Read every 2 hours',
    text: 'Prices come from the shops’ own pages. Each shows when it was last read.',
  },
  {
    icon: 'external',
    title: 'You buy from the shop',
    text: 'We never take payment. Every link opens the retailer’s own site.',
  },
];

/** Why the list can be believed. */
export function TrustBlock() {
  return (
    <section className="trust-block" aria-label="Why you can trust these results">
      {POINTS.map(({ icon, title, text }) => (
        <div key={title} className="stack tight">
          <h3>
            <Icon name={icon} /> {title}
          </h3>
          <p className="muted">{text}</p>
        </div>
      ))}
    </section>
  );
}
