import {
  type ReactNode,
  type RefObject,
  type SubmitEvent,
  useEffect,
  useRef,
  useState,
} from 'react';
import { ApiError, errorText, faultAdvice, isSignedOut } from '#site/client/api-error.ts';
import { Notice } from '#site/ui/Notice.tsx';
import { loginPath } from './SignedIn.tsx';

/** What a form says after it was sent; `fault` when a call failed. */
export type Message = { text: string; tone: 'red' | 'green'; fault?: unknown };

/** The state of a form with these fields. A fault is shown at its field, which gets the focus; all else is said above the fields. */
export function useForm<Field extends string>(
  empty: Readonly<Record<Field, string>>,
  arrival: Message | null = null,
) {
  const [values, setValues] = useState(empty);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<{ at: Field; text: string } | null>(null);
  const [message, setMessage] = useState<Message | null>(arrival);
  const form = useRef<HTMLFormElement>(null);
  const submitButton = useKeptFocus(isBusy);
  useEffect(() => {
    if (fault) form.current?.querySelector<HTMLElement>(`[name="${fault.at}"]`)?.focus();
  }, [fault]);
  /** Says this above the fields, or nothing, and takes back what was said before. */
  const say = (next: Message | null = null) => {
    setMessage(next);
    setFault(null);
  };
  /** Says what is wrong at a field, or above all of them where no field is at fault. */
  const fail = (text: string, at?: Field | undefined, cause?: unknown) => {
    setMessage(at ? null : { text, tone: 'red', fault: cause });
    setFault(at ? { at, text } : null);
  };
  return {
    ...{ values, isBusy, message, form, submitButton, say, fail },
    set: (changed: Partial<Record<Field, string>>) => setValues((now) => ({ ...now, ...changed })),
    field: (name: Field) => ({
      name,
      value: values[name],
      fault: fault?.at === name ? fault.text : null,
      onValue: (value: string) => setValues((now) => ({ ...now, [name]: value })),
    }),
    /**
     * Makes the form's call. A failure is said in the server's words, else in those of `failed`, which may also do it itself; at the
     * field that `refused` has for the server's name of the field, or for its code.
     */
    async send(
      call: () => Promise<unknown>,
      failed: string | ((cause: unknown) => void),
      refused: Readonly<Record<string, Field>> = {},
    ) {
      say();
      setBusy(true);
      try {
        await call();
      } catch (cause) {
        const at = cause instanceof ApiError ? refused[cause.field ?? cause.code] : undefined;
        if (typeof failed === 'string') fail(errorText(cause, failed), at, cause);
        else failed(cause);
      } finally {
        setBusy(false);
      }
    },
  };
}

/** Returns the focus to a button that was disabled during its call, unless the shopper has moved the focus meanwhile. */
function useKeptFocus(isBusy: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const wasBusy = useRef(false);
  useEffect(() => {
    const isNowhere = !document.activeElement || document.activeElement === document.body;
    if (wasBusy.current && !isBusy && isNowhere) button.current?.focus();
    wasBusy.current = isBusy;
  }, [isBusy]);
  return button;
}

interface FormProps {
  /** From useForm, whose faults move the focus inside it. */
  form?: RefObject<HTMLFormElement | null>;
  onSend(event: SubmitEvent<HTMLFormElement>): unknown;
  /** True where the browser checks the fields, and says what is wrong in its own words. */
  isChecked?: boolean;
  className?: string;
  label?: string;
  children: ReactNode;
}

/** A form that script sends. */
export function Form(props: FormProps) {
  const { form, onSend, isChecked = false, className = 'stack', label, children } = props;
  return (
    <form
      className={className}
      ref={form}
      noValidate={!isChecked}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        void onSend(event);
      }}
    >
      {children}
    </form>
  );
}

interface SubmitProps {
  form: Pick<ReturnType<typeof useForm>, 'isBusy' | 'submitButton'>;
  /** What it says meanwhile. */
  busy?: string;
  className?: string;
  children: string;
}

/** The button that sends a form. */
export function Submit({ form, busy = 'Processing...', ...props }: SubmitProps) {
  const { className = 'button primary', children } = props;
  return (
    <button type="submit" className={className} disabled={form.isBusy} ref={form.submitButton}>
      {form.isBusy ? busy : children}
    </button>
  );
}

/** A form's message in a place that screen readers watch; under a failure, what can be done about it. */
export function FormMessage({ message }: { message: Message | null }) {
  return (
    <div aria-live="polite">
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
