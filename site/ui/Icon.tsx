import type { IconName } from '#site/ui/icon-names.ts';

/** A decorative icon from the sprite; the text beside it or the control's label carries the meaning. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" aria-hidden="true">
      <use href={`/icons.svg#${name}`} />
    </svg>
  );
}
