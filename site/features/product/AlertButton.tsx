import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $comingSoon, loadFeatures } from '#site/stores/features.ts';
import { Icon } from '#site/ui/Icon.tsx';

/** 'Alert me'; disabled and titled "Coming soon" where the operator says so. */
export function AlertButton({ onOpen }: { onOpen(): void }) {
  const comingSoon = useStore($comingSoon);
  useEffect(() => void loadFeatures(), []);
  const isSoon = comingSoon?.includes('price-alerts') ?? false;
  return (
    <button
      type="button"
      className="button"
      disabled={isSoon}
      title={isSoon ? 'Coming soon' : undefined}
      onClick={onOpen}
    >
      <Icon name="bell" /> Alert me
    </button>
  );
}
