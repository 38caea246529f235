import { Icon } from '#site/ui/Icon.tsx';

/** A button that scans a barcode into the field with this id; scan-script.ts listens to it. */
export function ScanButton({ into }: { into: string }) {
  return (
    <button type="button" className="button quiet needs-script" data-scan={into}>
      <Icon name="camera" /> Scan a barcode
    </button>
  );
}
