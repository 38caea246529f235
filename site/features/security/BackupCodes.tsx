import { useEffect, useRef, useState } from 'react';
import { SITE_NAME } from '#domain/text/site-name.ts';
import { Icon } from '#site/ui/Icon.tsx';

interface BackupCodesProps {
  codes: readonly string[];
  onKept(): void;
}

/** The new backup codes, this once: to copy, print or save. */
export function BackupCodes({ codes, onKept }: BackupCodesProps) {
  const [copied, setCopied] = useState<'yes' | 'no' | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other codes are announced again
  useEffect(() => title.current?.focus(), [codes]);
  const copy = () => {
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => setCopied('yes'),
      (fault: unknown) => {
        console.error('[security] the clipboard refused', fault);
        setCopied('no');
      },
    );
  };
  return (
    <section className="docket stack" aria-labelledby="backup-codes">
      <h2 className="settings-title" id="backup-codes" tabIndex={-1} ref={title}>
        Your backup codes
      </h2>
      <p>
        Keep them somewhere safe, away from your phone. Each signs you in once when the app is not
        at hand. <strong>They are not shown again.</strong>
      </p>
      <ul className="plain-list backup-codes figures">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="row">
        <button type="button" className="button" onClick={copy}>
          <Icon name={copied === 'yes' ? 'check' : 'copy'} />
          {copied === 'yes' ? 'Copied' : 'Copy'}
        </button>
        <button type="button" className="button" onClick={() => save(codes)}>
          <Icon name="down" /> Save as a file
        </button>
        <button type="button" className="button primary" onClick={onKept}>
          I have kept them
        </button>
      </div>
      <p className="small" role="status">
        {copied === 'no' && 'Your browser did not allow copying.'}
      </p>
    </section>
  );
}

function save(codes: readonly string[]): void {
  const text = `Backup codes of ${SITE_NAME}, each works once:\n\n${codes.join('\n')}\n`;
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const download = `${SITE_NAME.toLowerCase()}-backup-codes.txt`;
  Object.assign(document.createElement('a'), { href: url, download }).click();
  URL.revokeObjectURL(url);
}
