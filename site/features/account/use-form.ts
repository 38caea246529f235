import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Message } from './FormMessage.tsx';

/** The state of a form. A fault is shown at its field, which gets the focus; all else is said above the fields. */
export function useForm<Field extends string>(arrival: Message | null = null) {
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<{ at: Field; text: string } | null>(null);
  const [message, setMessage] = useState<Message | null>(arrival);
  const form = useRef<HTMLFormElement>(null);
  const submitButton = useKeptFocus(isBusy);
  useEffect(() => {
    if (fault) form.current?.querySelector<HTMLElement>(`[name="${fault.at}"]`)?.focus();
  }, [fault]);
  return {
    isBusy,
    setBusy,
    message,
    form,
    submitButton,
    faultAt: (field: Field) => (fault?.at === field ? fault.text : null),
    /** Says this above the fields, or nothing, and takes back what was said before. */
    say(next: Message | null = null) {
      setMessage(next);
      setFault(null);
    },
    /** Says what is wrong at a field, or above all of them where no field is at fault. */
    fail(text: string, at?: Field | undefined, cause?: unknown) {
      setMessage(at ? null : { text, tone: 'red', fault: cause });
      setFault(at ? { at, text } : null);
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
