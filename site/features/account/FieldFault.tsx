import { Icon } from '#site/ui/Icon.tsx';

/** What is wrong with one field, under it; the field names it in aria-describedby. */
export function FieldFault({ id, text }: { id: string; text: string }) {
  return (
    <p className="field-fault small" id={id} role="alert">
      <Icon name="alert" /> <span>{text}</span>
    </p>
  );
}
