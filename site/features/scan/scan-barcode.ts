/* Reads a barcode by camera where the browser has BarcodeDetector, or as typed digits. */
import { readGtin } from '#domain/products/gtin.ts';
import { make } from '#site/client/dom.ts';

/** Retail barcodes (Barcode Detection API). */
const FORMATS = ['ean_13', 'ean_8', 'upc_a', 'upc_e'];
const LOOK_EVERY_MS = 200;
/** After this time without a barcode, the dialog says how to hold it. */
const HINT_AFTER_MS = 8_000;

const TEXTS = {
  looking: 'Hold the barcode in the picture.',
  hint: 'Nothing read yet. Hold the barcode flat, in good light, a hand’s width away. Or type its digits.',
  unsupported: 'This browser cannot read barcodes by camera. Type the digits below the barcode.',
  denied:
    'The camera is not allowed on this page. Allow it in your browser’s settings for this site, or type the digits.',
  none: 'We found no camera that we can use. Type the digits below the barcode.',
  wrong: 'That is no barcode of a product: check the digits.',
} as const;

interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
type DetectorClass = (new (options: {
  formats: string[];
}) => Detector) & {
  getSupportedFormats(): Promise<string[]>;
};

/** Opens the scanner; returns a valid GTIN, or null when it was closed. */
export async function scanBarcode(): Promise<string | null> {
  const status = make('p', { role: 'status', textContent: TEXTS.looking });
  const video = make('video', { muted: true, playsInline: true, hidden: true });
  const digits = make('input', { className: 'input figures', inputMode: 'numeric', id: 'barcode' });
  digits.autocomplete = 'off';
  const form = make(
    'form',
    { className: 'stack', method: 'dialog' },
    make('h2', { textContent: 'Scan a barcode' }),
    video,
    status,
    make('label', { htmlFor: 'barcode', textContent: 'Digits of the barcode' }),
    digits,
    make(
      'div',
      { className: 'row' },
      make('button', { className: 'button primary', textContent: 'Use these digits' }),
      make('button', {
        className: 'button quiet',
        type: 'button' as const,
        textContent: 'Cancel',
        onclick: () => dialog.close(),
      }),
    ),
  );
  const dialog = make('dialog', { ariaLabel: 'Scan a barcode', className: 'scanner' }, form);
  document.body.append(dialog);
  dialog.showModal();
  const closed = Promise.withResolvers<string | null>();
  const stop = new AbortController();
  const accept = (text: string): boolean => {
    const gtin = readGtin(text);
    if (gtin === null) return false;
    dialog.close(gtin);
    return true;
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!accept(digits.value)) status.textContent = TEXTS.wrong;
  });
  dialog.addEventListener('close', () => {
    stop.abort();
    dialog.remove();
    closed.resolve(dialog.returnValue || null);
  });
  void watchCamera(video, accept, stop.signal, (text) => {
    status.textContent = TEXTS[text];
  });
  return closed.promise;
}

/** Shows the camera and reads from it until a barcode is accepted or `signal` aborts, then ends it. Says why it cannot. */
async function watchCamera(
  video: HTMLVideoElement,
  accept: (text: string) => boolean,
  signal: AbortSignal,
  say: (text: keyof typeof TEXTS) => void,
): Promise<void> {
  const detector = await openDetector();
  if (!detector) return say('unsupported');
  let stream: MediaStream;
  try {
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  } catch (fault) {
    const isDenied = fault instanceof DOMException && fault.name === 'NotAllowedError';
    return say(isDenied ? 'denied' : 'none');
  }
  video.srcObject = stream;
  video.hidden = false;
  const hint = setTimeout(say, HINT_AFTER_MS, 'hint');
  try {
    await video.play();
    while (!signal.aborted) {
      const codes = await detector.detect(video);
      if (codes.some(({ rawValue }) => accept(rawValue))) return;
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  } catch {
    // The dialog closed while the picture loaded, or the system has no detector after all.
    if (!signal.aborted) say('none');
  } finally {
    clearTimeout(hint);
    for (const track of stream.getTracks()) track.stop();
  }
}

/** A detector of retail barcodes; null where the browser has none. */
async function openDetector(): Promise<Detector | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  const known = (await BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? [];
  const formats = FORMATS.filter((format) => known.includes(format));
  return BarcodeDetector && formats[0] && navigator.mediaDevices
    ? new BarcodeDetector({ formats })
    : null;
}
