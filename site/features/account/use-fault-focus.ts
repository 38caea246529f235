import { type RefObject, useEffect, useRef } from 'react';

/** What is wrong with a form, and the name of the field where it is. */
export interface FieldFaultAt<Field extends string> {
  at: Field;
  text: string;
}

/** The form whose field gets the focus whenever a new `fault` names it: that is what is to be mended next. */
export function useFaultFocus(
  fault: FieldFaultAt<string> | null,
): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (fault) form.current?.querySelector<HTMLElement>(`[name="${fault.at}"]`)?.focus();
  }, [fault]);
  return form;
}
