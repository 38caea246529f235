import { Icon } from '#site/ui/Icon.tsx';

/** Notes that the demonstration's shops and prices are invented. */
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
