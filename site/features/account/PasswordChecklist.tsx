import {
  CHECKLIST_MAX,
  CHECKLIST_MIN,
  CHECKLIST_SYMBOLS,
  type PasswordCheck,
  passwordChecklist,
} from '#domain/account/password-rule.ts';
import { Icon } from '#site/ui/Icon.tsx';

const TEXTS: Record<PasswordCheck['id'], string> = {
  length: `${CHECKLIST_MIN} to ${CHECKLIST_MAX} characters`,
  letter: 'At least one letter',
  digit: 'At least one digit',
  symbol: `At least one symbol (only ${CHECKLIST_SYMBOLS} are supported)`,
};

/** The live checklist of sign-up; it shows and never blocks (spec §5). */
export function PasswordChecklist({ id, password }: { id: string; password: string }) {
  return (
    <ul className="plain-list checklist small" id={id} aria-label="Password checklist">
      {passwordChecklist(password).map(({ id: check, passed }) => (
        <li key={check} className={passed ? 'toned tone-green' : 'muted'}>
          {passed ? <Icon name="check" /> : <span className="open-point" aria-hidden="true" />}
          <span className="visually-hidden">{passed ? 'Done: ' : 'Open: '}</span>
          <span>{TEXTS[check]}</span>
        </li>
      ))}
    </ul>
  );
}
