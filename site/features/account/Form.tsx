import type { ReactNode, RefObject, SubmitEvent } from 'react';

interface FormProps {
  /** From useForm, whose faults move the focus inside it. */
  form: RefObject<HTMLFormElement | null>;
  onSend(event: SubmitEvent<HTMLFormElement>): Promise<void>;
  className?: string;
  label?: string;
  children: ReactNode;
}

/** A form that script sends and checks; the browser shows no messages of its own. */
export function Form({ form, onSend, className = 'stack', label, children }: FormProps) {
  return (
    <form
      className={className}
      ref={form}
      noValidate
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
