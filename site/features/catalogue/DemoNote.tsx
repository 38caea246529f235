import { Icon } from '#site/ui/Icon.tsx';

/** Says that shops and prices are invented, wherever they are shown. */
export function DemoNote() {
  return (
    <p className="notice tone-yellow small">
      <Icon name="info" />
      <span>
        <strong>Demonstration.</strong> These shops and prices are invented.
      </span>
    </p>
  );
}
