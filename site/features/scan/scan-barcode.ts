/* Reads a barcode by camera, from a picture, or as typed digits. Where the browser has no BarcodeDetector, a worker decodes. */
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
  reading: 'Reading the picture…',
  unread:
    'We read no barcode in this picture. Take it closer and in good light, or type the digits.',
  unsupported: 'This browser cannot read barcodes by camera. Type the digits below the barcode.',
  denied:
    'The camera is not allowed on this page. Allow it in your browser’s settings for this site, use a picture, or type the digits.',
  none: 'We found no camera that we can use. Use a picture, or type the digits below the barcode.',
  wrong: 'That is no barcode of a product: check the digits.',
} as const;

/** Longest edge of what the worker decodes, in pixels: a barcode that fills a quarter of it is read. */
const MOST_PIXELS = 1_600;

interface Detector {
  detect(source: HTMLVideoElement | ImageBitmap): Promise<{ rawValue: string }[]>;
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
  const picture = make('input', { type: 'file', accept: 'image/*', hidden: true });
  picture.setAttribute('capture', 'environment');
  const form = make(
    'form',
    { className: 'stack', method: 'dialog' },
    make(
      'div',
      { className: 'row spread' },
      make('h2', { textContent: 'Scan a barcode' }),
      make('button', {
        className: 'button quiet',
        type: 'button' as const,
        textContent: 'Cancel',
        onclick: () => dialog.close(),
      }),
    ),
    video,
    status,
    make('button', {
      className: 'button',
      type: 'button' as const,
      textContent: 'Use a picture',
      onclick: () => picture.click(),
    }),
    picture,
    make(
      'div',
      { className: 'field' },
      make('label', { htmlFor: 'barcode', textContent: 'Digits of the barcode' }),
      digits,
    ),
    make('button', { className: 'button primary', textContent: 'Use these digits' }),
  );
  const dialog = make('dialog', { ariaLabel: 'Scan a barcode', className: 'scanner' }, form);
  document.body.append(dialog);
  dialog.showModal();
  const closed = Promise.withResolvers<string | null>();
  const stop = new AbortController();
  const say: Say = (text) => {
    status.textContent = TEXTS[text];
  };
  const accept = (text: string): boolean => {
    const gtin = readGtin(text);
    if (gtin === null) return false;
    dialog.close(gtin);
    return true;
  };
  const detector = openDetector(stop.signal);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!accept(digits.value)) say('wrong');
  });
  picture.addEventListener('change', async () => {
    say('reading');
    say(await readPicture(picture.files?.[0], await detector, accept));
  });
  dialog.addEventListener('close', () => {
    stop.abort();
    dialog.remove();
    closed.resolve(dialog.returnValue || null);
  });
  void watchCamera(video, await detector, accept, stop.signal, say);
  return closed.promise;
}

type Say = (text: keyof typeof TEXTS) => void;
type Accept = (text: string) => boolean;

/** Shows the camera and reads from it until a barcode is accepted or `signal` aborts, then ends it. Says why it cannot. */
async function watchCamera(
  video: HTMLVideoElement,
  detector: Detector,
  accept: Accept,
  signal: AbortSignal,
  say: Say,
): Promise<void> {
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
      if (signal.aborted || codes.some(({ rawValue }) => accept(rawValue))) return;
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  } catch {
    // The dialog closed while the picture loaded, or the system has no detector after all.
    if (!signal.aborted) say('unsupported');
  } finally {
    clearTimeout(hint);
    for (const track of stream.getTracks()) track.stop();
  }
}

/** Reads a barcode from a picture; returns what to say. */
async function readPicture(file: File | undefined, detector: Detector, accept: Accept) {
  try {
    const bitmap = file && (await createImageBitmap(file).catch(() => null));
    const codes = bitmap ? await detector.detect(bitmap) : [];
    return codes.some(({ rawValue }) => accept(rawValue)) ? 'looking' : 'unread';
  } catch {
    return 'unsupported';
  }
}

/** The browser's detector of retail barcodes, else our own until `signal` aborts. */
async function openDetector(signal: AbortSignal): Promise<Detector> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  const known = (await BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? [];
  const formats = FORMATS.filter((format) => known.includes(format));
  return BarcodeDetector && formats[0] ? new BarcodeDetector({ formats }) : startDecoder(signal);
}

/** Starts the worker that decodes; `detect` throws where it cannot. */
function startDecoder(signal: AbortSignal): Detector {
  const worker = new Worker(new URL('./barcode-worker.ts', import.meta.url), { type: 'module' });
  const broken = Promise.withResolvers<never>();
  broken.promise.catch(() => undefined);
  worker.onerror = broken.reject;
  signal.addEventListener('abort', () => {
    worker.terminate();
    broken.reject(signal.reason);
  });
  return {
    async detect(source) {
      const pixels = pixelsOf(source);
      const { port1, port2 } = new MessageChannel();
      const answer = Promise.withResolvers<string[] | undefined>();
      port1.onmessage = ({ data }) => answer.resolve(data);
      worker.postMessage(pixels, [port2, pixels.data.buffer]);
      const texts = await Promise.race([answer.promise, broken.promise]);
      port1.close();
      if (!texts) throw new Error('the decoder did not start');
      return texts.map((rawValue) => ({ rawValue }));
    },
  };
}

/** The pixels of a camera's image or a picture, at most MOST_PIXELS wide and high. */
function pixelsOf(source: HTMLVideoElement | ImageBitmap): ImageData {
  const isVideo = source instanceof HTMLVideoElement;
  const width = isVideo ? source.videoWidth : source.width;
  const height = isVideo ? source.videoHeight : source.height;
  const scale = Math.min(1, MOST_PIXELS / Math.max(width, height));
  const canvas = make('canvas', { width: width * scale, height: height * scale });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no canvas');
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}
