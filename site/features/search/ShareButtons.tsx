import { useState } from 'react';
import { type Comparable, type ComparisonSummary, shareText } from '#domain/products/comparison.ts';
import { SITE_NAME } from '#site/content/texts.ts';
import { Icon } from '#site/ui/Icon.tsx';

interface ShareButtonsProps {
  query: string;
  summary: ComparisonSummary<Comparable>;
}

/** WhatsApp, Facebook, Twitter, copy. Nothing of theirs is loaded; each opens the service's own page. */
export function ShareButtons({ query, summary }: ShareButtonsProps) {
  const [copied, setCopied] = useState<'yes' | 'no' | null>(null);
  const text = shareText(query, summary, { name: SITE_NAME });
  const tagged = shareText(query, summary, { name: SITE_NAME, hashtag: SITE_NAME });
  if (!text || !tagged) return null;

  const open = (base: string, parameters: (url: string) => Record<string, string>) => {
    const target = `${base}?${new URLSearchParams(parameters(location.href))}`;
    window.open(target, '_blank', 'noopener,noreferrer');
  };
  const copy = () => {
    navigator.clipboard.writeText(`${text} ${location.href}`).then(
      () => setCopied('yes'),
      (fault: unknown) => {
        console.error('[share] the clipboard refused', fault);
        setCopied('no');
      },
    );
  };
  const services = [
    { name: 'WhatsApp', go: () => open('https://wa.me/', (url) => ({ text: `${text} ${url}` })) },
    {
      name: 'Facebook',
      go: () => open('https://www.facebook.com/sharer/sharer.php', (u) => ({ u, quote: text })),
    },
    {
      name: 'Twitter',
      go: () => open('https://twitter.com/intent/tweet', (url) => ({ text: tagged, url })),
    },
  ];
  return (
    <div className="row share">
      <span className="strong">
        <Icon name="share" /> Share
      </span>
      {services.map(({ name, go }) => (
        <button key={name} type="button" className="chip" onClick={go}>
          {name}
        </button>
      ))}
      <button type="button" className="chip" onClick={copy}>
        <Icon name={copied === 'yes' ? 'check' : 'copy'} />
        {copied === 'yes' ? 'Copied' : 'Copy link'}
      </button>
      <span role="status" className="small">
        {copied === 'no' && 'Your browser did not allow copying.'}
      </span>
    </div>
  );
}
