import { ApiError, isSignedOut } from '#site/client/api-error.ts';
import { faultAdvice } from '#site/client/fault-advice.ts';
import { Notice } from '#site/ui/Notice.tsx';
import { loginPath } from './SignedIn.tsx';

/** What a form says after it was sent; `fault` when a call failed. */
export type Message = { text: string; tone: 'red' | 'green'; fault?: unknown };

/** A form's message in a place that screen readers watch; under a failure, what can be done about it. */
export function FormMessage({ id, message }: { id?: string; message: Message | null }) {
  return (
    <div aria-live="polite" id={id}>
      {message && (
        <Notice tone={message.tone} icon={message.tone === 'red' ? 'alert' : 'check'}>
          <p>{message.text}</p>
          <Advice fault={message.fault} />
        </Notice>
      )}
    </div>
  );
}

/** The server's own words need no more; an ended session can be renewed beside what was typed. */
function Advice({ fault }: { fault: unknown }) {
  if (isSignedOut(fault)) {
    return (
      <p>
        Your session has ended.{' '}
        <a href={loginPath()} target="_blank" rel="noopener">
          Sign in again in a new tab
        </a>
        , then come back: what you typed stays here.
      </p>
    );
  }
  const isExplained = fault instanceof ApiError && fault.serverText !== null;
  const advice = isExplained ? null : faultAdvice(fault);
  return advice && <p className="small">{advice}</p>;
}
