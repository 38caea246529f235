import type { IconName } from '#site/ui/icon-names.ts';

/** A decorative drawing from the sprite; what it means is said in text beside it or in the control's label. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" aria-hidden="true">
      <use href={`/icons.svg#${name}`} />
    </svg>
  );
}
