import { useState } from 'react';

/** Copies texts to the clipboard; `copied` says how the last one went. `name` begins the line of the log where the browser refuses. */
export function useCopy(name: string) {
  const [copied, setCopied] = useState<'yes' | 'no' | null>(null);
  const copy = (text: string) => {
    navigator.clipboard.writeText(text).then(
      () => setCopied('yes'),
      (fault: unknown) => {
        console.error(`${name} the clipboard refused`, fault);
        setCopied('no');
      },
    );
  };
  return { copied, copy };
}
