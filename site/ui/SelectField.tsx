import type { ComponentProps, ReactNode } from 'react';

interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'onChange'> {
  id: string;
  label: string;
  /** Values with their labels, in order. */
  options: readonly (readonly [value: string | number, text: string])[];
  /** Absent if the form sends the field itself. */
  onValue?(value: string): void;
  /** Extra first option. */
  children?: ReactNode;
}

export function SelectField(props: SelectFieldProps) {
  const { id, label, options, onValue, children, ...select } = props;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        {...select}
        id={id}
        className="input"
        onChange={onValue && ((event) => onValue(event.target.value))}
      >
        {children}
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
