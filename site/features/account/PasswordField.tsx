import { useId, useState } from 'react';
import { Icon } from '#site/ui/Icon.tsx';
import { TextField, type TextFieldProps } from './TextField.tsx';

/** A password with show and hide. */
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
