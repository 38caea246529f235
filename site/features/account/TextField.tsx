import type { ComponentProps, ReactNode } from 'react';
import { Icon } from '#site/ui/Icon.tsx';

/** The attributes of an input, with its label and what is said under it. */
export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  id: string;
  label: string;
  /** What is wrong with it, in the spec's words. */
  fault?: string | null | undefined;
  /** What helps to fill it in. */
  hint?: ReactNode;
  /** Absent where the form reads the field when it is sent. */
  onValue?(value: string): void;
  /** A button within the frame of a password. */
  children?: ReactNode;
}

/** Browsers let an address without a dot pass; mail programs, and our server, do not. */
const ADDRESS = { pattern: '.+@.+\\..+', title: 'name@example.com' };

/** One line of text with its label and, when it is wrong, why. */
export function TextField(props: TextFieldProps) {
  const { id, label, fault, hint, onValue, className = 'input', children, ...input } = props;
  const described = [fault && `${id}-fault`, hint && `${id}-hint`, input['aria-describedby']];
  const control = (
    <input
      {...(input.type === 'email' && ADDRESS)}
      {...input}
      id={id}
      className={className}
      aria-invalid={fault ? true : undefined}
      aria-describedby={described.filter(Boolean).join(' ') || undefined}
      onChange={onValue && ((event) => onValue(event.target.value))}
    />
  );
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children ? (
        <div className="password">
          {control}
          {children}
        </div>
      ) : (
        control
      )}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {fault && (
        <p className="field-fault small" id={`${id}-fault`} role="alert">
          <Icon name="alert" /> <span>{fault}</span>
        </p>
      )}
    </div>
  );
}
