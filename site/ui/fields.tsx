/* Form fields with labels: text, email, password, code. */
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { CODE_MAX } from '#domain/account/second-factor.ts';
import { Icon } from './Icon.tsx';

/** The attributes of an input, with its label, hint and fault. */
interface TextFieldProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  id: string;
  label: string;
  /** The error text of the field. */
  fault?: string | null | undefined;
  hint?: ReactNode;
  /** Absent if the form reads the field on submit. */
  onValue?(value: string): void;
  /** A button inside the frame of a password. */
  children?: ReactNode;
}

/** Requires a dot in the domain, like our server; browsers do not. */
const ADDRESS = { pattern: '.+@.+\\..+', title: 'name@example.com' };

/** A one-line text field with label, hint and fault. */
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

export function EmailField(field: Omit<TextFieldProps, 'label'>) {
  return <TextField label="Email" name="email" type="email" autoComplete="email" {...field} />;
}

/** Attributes of a field for dollars and cents. */
export const DOLLARS = {
  type: 'number',
  inputMode: 'decimal',
  className: 'input figures',
  step: '0.01',
} as const;

/** A target price in dollars, at most today's `max`, as the server demands. */
export function TargetField(field: Omit<TextFieldProps, 'id' | 'label'>) {
  return (
    <TextField id="alert-target" label="Target price in dollars" min="0" {...DOLLARS} {...field} />
  );
}

/** The highest price of a search, in dollars; empty for none. */
export function LimitField(field: Omit<TextFieldProps, 'label'>) {
  return (
    <TextField
      label="At most, in dollars (optional)"
      min="0"
      max="1000000"
      {...DOLLARS}
      {...field}
    />
  );
}

/** A postcode that the browser remembers (site/client/postcode.ts). */
export function PostcodeField(
  field: Pick<TextFieldProps, 'label' | 'placeholder' | 'defaultValue'>,
) {
  return (
    <TextField
      id="postcode"
      name="postcode"
      className="input figures"
      inputMode="numeric"
      autoComplete="postal-code"
      pattern="\d{4}"
      maxLength={4}
      title="Four digits"
      data-postcode
      {...field}
    />
  );
}

/** A password field with a show/hide button. */
export function PasswordField({ label, ...field }: Omit<TextFieldProps, 'id'>) {
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      {...field}
      id={useId()}
      label={label}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={128}
    >
      <button
        type="button"
        className="button quiet square"
        aria-label={`${isShown ? 'Hide' : 'Show'} ${label.toLowerCase()}`}
        onClick={() => setShown(!isShown)}
      >
        <Icon name={isShown ? 'eye-off' : 'eye'} />
      </button>
    </TextField>
  );
}

export function CurrentPassword(field: Partial<TextFieldProps>) {
  return <PasswordField label="Current password" autoComplete="current-password" {...field} />;
}

/** A code field that browsers and password managers can fill in. */
export function CodeField(field: Omit<TextFieldProps, 'id' | 'label'> & { label?: string }) {
  return (
    <TextField
      id={useId()}
      name="code"
      label="Code"
      hint="The six digits that your authenticator app shows, or a backup code."
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={CODE_MAX}
      className="input figures"
      {...field}
    />
  );
}
