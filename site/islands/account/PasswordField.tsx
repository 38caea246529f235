import { useId, useState } from 'react';
import { Icon } from '../shared/Icon.tsx';

interface PasswordFieldProps {
  label: string;
  name: string;
  autoComplete: 'current-password' | 'new-password';
  value: string;
  onValue(value: string): void;
  required?: boolean;
  hint?: string;
}

/** A password with show and hide. */
export function PasswordField(props: PasswordFieldProps) {
  const { label, name, autoComplete, value, onValue, required = false, hint } = props;
  const [isShown, setShown] = useState(false);
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="password">
        <input
          id={id}
          name={name}
          className="input"
          type={isShown ? 'text' : 'password'}
          autoComplete={autoComplete}
          required={required}
          maxLength={128}
          value={value}
          aria-describedby={hint ? `${id}hint` : undefined}
          onChange={(event) => onValue(event.target.value)}
        />
        <button
          type="button"
          className="button quiet square"
          aria-label={isShown ? `Hide ${label.toLowerCase()}` : `Show ${label.toLowerCase()}`}
          onClick={() => setShown(!isShown)}
        >
          <Icon name={isShown ? 'eye-off' : 'eye'} />
        </button>
      </div>
      {hint && (
        <p className="hint" id={`${id}hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
