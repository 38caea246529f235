import { useState } from 'react';

/** Copies text to the clipboard; `copied` holds the last outcome. `name` prefixes the log line on failure. */
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
