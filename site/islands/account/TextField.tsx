import type { ComponentProps } from 'react';
import { FieldFault } from './FieldFault.tsx';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'className' | 'onChange'> {
  id: string;
  label: string;
  /** What is wrong with it, in the spec's words. */
  fault?: string | null | undefined;
  onValue(value: string): void;
}

/** One line of text with its label and, when it is wrong, why. */
export function TextField({ id, label, fault, onValue, ...input }: TextFieldProps) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        className="input"
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault ? `${id}-fault` : undefined}
        onChange={(event) => onValue(event.target.value)}
      />
      {fault && <FieldFault id={`${id}-fault`} text={fault} />}
    </div>
  );
}
