import type { ComponentProps, ReactNode } from 'react';
import { FieldFault } from './FieldFault.tsx';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  id: string;
  label: string;
  /** What is wrong with it, in the spec's words. */
  fault?: string | null | undefined;
  /** What helps to fill it in. */
  hint?: ReactNode;
  /** Absent where the form reads the field when it is sent. */
  onValue?(value: string): void;
}

/** Browsers let an address without a dot pass; mail programs, and our server, do not. */
const ADDRESS = { pattern: '.+@.+\\..+', title: 'name@example.com' };

/** One line of text with its label and, when it is wrong, why. */
export function TextField(props: TextFieldProps) {
  const { id, label, fault, hint, onValue, className = 'input', ...input } = props;
  const described = [fault && `${id}-fault`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        {...(input.type === 'email' && ADDRESS)}
        {...input}
        id={id}
        className={className}
        aria-invalid={fault ? true : undefined}
        aria-describedby={described || undefined}
        onChange={onValue && ((event) => onValue(event.target.value))}
      />
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {fault && <FieldFault id={`${id}-fault`} text={fault} />}
    </div>
  );
}
