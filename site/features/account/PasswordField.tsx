import { useId, useState } from 'react';
import { Icon } from '#site/ui/Icon.tsx';
import { FieldFault } from './FieldFault.tsx';

interface PasswordFieldProps {
  label: string;
  name: string;
  autoComplete: 'current-password' | 'new-password';
  value: string;
  onValue(value: string): void;
  required?: boolean;
  /** What is wrong with it, in the spec's words. */
  fault?: string | null | undefined;
  /** The id of what explains it: the checklist of sign-up. */
  describedBy?: string | undefined;
}

/** A password with show and hide. */
export function PasswordField(props: PasswordFieldProps) {
  const { label, name, autoComplete, value, onValue, required = false, fault, describedBy } = props;
  const [isShown, setShown] = useState(false);
  const id = useId();
  const faultId = `${id}fault`;
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
          autoCapitalize="none"
          spellCheck={false}
          required={required}
          maxLength={128}
          value={value}
          aria-invalid={fault ? true : undefined}
          aria-describedby={[fault && faultId, describedBy].filter(Boolean).join(' ') || undefined}
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
      {fault && <FieldFault id={faultId} text={fault} />}
    </div>
  );
}
