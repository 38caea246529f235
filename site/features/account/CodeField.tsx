import { CODE_MAX } from '#domain/account/second-factor.ts';
import { TextField, type TextFieldProps } from './TextField.tsx';

/** The field of a code: browsers and password managers fill it in. */
export function CodeField(field: Omit<TextFieldProps, 'id' | 'label'> & { label?: string }) {
  return (
    <TextField
      id="code"
      name="code"
      label="Code"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={CODE_MAX}
      className="input figures"
      {...field}
    />
  );
}
