import {
  type ReactNode,
  type RefObject,
  type SubmitEvent,
  useEffect,
  useRef,
  useState,
} from 'react';
import { ApiError, errorText, faultAdvice, isSignedOut } from '#site/client/api-error.ts';
import { loginPath } from '#site/stores/free-searches.ts';
import { Notice } from './Notice.tsx';

/** The message of a failed call where the form has no text of its own. */
const SOMETHING_WRONG = 'Something went wrong. Please try again.';

/** The field at fault by the server's error code. */
const FIELDS_BY_CODE: Readonly<Record<string, string>> = {
  'email-taken': 'email',
  'wrong-code': 'code',
  'wrong-password': 'currentPassword',
  'password-needed': 'currentPassword',
  'code-needed': 'code',
};

/** The name of the field that the server refused or misses; null if none is at fault. For invalid input the server names it. */
export function fieldAtFault(cause: unknown): string | null {
  if (!(cause instanceof ApiError)) return null;
  return cause.field ?? FIELDS_BY_CODE[cause.code] ?? null;
}

/** The message of a form after submitting; `fault` is the error of a failed call. */
export type Message = { text: string; tone: 'red' | 'green'; fault?: unknown };

/** The state of a form. A fault is shown at its field, which gets the focus; other messages are shown above the fields. */
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
  /** Shows a message above the fields, or none, and clears the previous fault. */
  const say = (next: Message | null = null) => {
    setMessage(next);
    setFault(null);
  };
  /** Shows an error at a field, or above the fields if no field is at fault. */
  const fail = (text: string, at?: Field) => {
    setMessage(at ? null : { text, tone: 'red' });
    setFault(at ? { at, text } : null);
  };
  /** Shows the failure of a call at the field that the server refused if the form has it, else above the fields. */
  const refuse = (text: string, cause: unknown) => {
    const name = fieldAtFault(cause);
    if (name && form.current?.elements.namedItem(name)) fail(text, name as Field);
    else say({ text, tone: 'red', fault: cause });
  };
  return {
    values,
    isBusy,
    message,
    form,
    submitButton,
    say,
    fail,
    refuse,
    set: (changed: Partial<Record<Field, string>>) => setValues((now) => ({ ...now, ...changed })),
    field: (name: Field) => ({
      name,
      value: values[name],
      fault: fault?.at === name ? fault.text : null,
      onValue: (value: string) => setValues((now) => ({ ...now, [name]: value })),
    }),
    /** Runs the form's call. A failure shows the server's text, else the text `failed`; a function `failed` handles the failure itself. */
    async send(
      call: () => Promise<unknown>,
      failed: string | ((cause: unknown) => void) = SOMETHING_WRONG,
    ) {
      say();
      setBusy(true);
      try {
        await call();
      } catch (cause) {
        if (typeof failed === 'string') refuse(errorText(cause, failed), cause);
        else failed(cause);
      } finally {
        setBusy(false);
      }
    },
  };
}

/** Restores the focus of a button that was disabled during a call, unless the focus has moved meanwhile. */
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
  /** The ref of useForm, which focuses the field at fault. */
  form?: RefObject<HTMLFormElement | null>;
  onSend(event: SubmitEvent<HTMLFormElement>): unknown;
  /** True if the browser validates the fields with its own messages. */
  isChecked?: boolean;
  className?: string;
  label?: string;
  children: ReactNode;
}

/** A form that a script submits. */
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
  /** Label while busy. */
  busy?: string;
  className?: string;
  label: string;
}

export function Submit({ form, busy = 'Processing...', ...props }: SubmitProps) {
  const { className = 'button primary', label } = props;
  return (
    <button type="submit" className={className} disabled={form.isBusy} ref={form.submitButton}>
      {form.isBusy ? busy : label}
    </button>
  );
}

/** Announces a form's message to screen readers, with advice for a failure. */
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

/** Advice for a failure without a server text. An ended session can be renewed in a new tab, which keeps the input. */
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
