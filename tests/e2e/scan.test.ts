/* Barcodes by camera and picture: what the browser's detector or our own reads, or why it cannot. */
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect } from 'vitest';
import { dialog, sees } from '../support/page-steps.ts';
import { test } from '../support/shopper-test.ts';

/** A barcode of no product that a shop lists. */
const GTIN = '9300675024235';

/** The modules of the digits 0–9 in the left half (set A), and the sets of that half by the first digit (GS1 General Specifications §5.2). */
const MODULES = '0001101 0011001 0010011 0111101 0100011 0110001 0101111 0111011 0110111 0001011';
const SETS = 'AAAAAA AABABB AABBAB AABBBA ABAABB ABBAAB ABBBAA ABABAB ABABBA ABBABA'.split(' ');

/** A picture of an EAN-13 as a phone takes it: grey, a little turned. */
function photoOf(gtin: string): Promise<Buffer> {
  const [first = 0, ...digits] = Array.from(gtin, Number);
  const modules = digits.map((digit, nth) => {
    const left = MODULES.split(' ')[digit] ?? '';
    if (nth < 6 && SETS[first]?.[nth] === 'A') return left;
    const right = left.replace(/./g, (module) => (module === '1' ? '0' : '1'));
    return nth < 6 ? Array.from(right).reverse().join('') : right;
  });
  const bars = `101${modules.slice(0, 6).join('')}01010${modules.slice(6).join('')}101`;
  const drawn = Array.from(bars, (bar, nth) =>
    bar === '1' ? `<path d="M${80 + nth * 5} 80h5v240h-5z"/>` : '',
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="635" height="400"><rect width="635" height="400" fill="#ddd"/>${drawn.join('')}</svg>`;
  return sharp(Buffer.from(svg)).rotate(4, { background: '#999' }).jpeg().toBuffer();
}

/** A camera that shows a picture, else grey; `isDenied` refuses it. A detector that reads `rawValue`, else the browser's or ours. */
const withCamera =
  (camera: { picture?: string; isDenied?: boolean; rawValue?: string }) => (page: Page) =>
    page.addInitScript(({ picture = '', isDenied, rawValue }) => {
      const getUserMedia = async () => {
        if (isDenied) throw new DOMException('no', 'NotAllowedError');
        const canvas = Object.assign(document.createElement('canvas'), { width: 700, height: 500 });
        const context = canvas.getContext('2d');
        const image = new Image();
        image.src = picture;
        const draw = () => {
          context?.fillRect(0, 0, 10, 10);
          if (picture && image.complete) context?.drawImage(image, 0, 0);
        };
        draw();
        setInterval(draw, 100);
        const stream = canvas.captureStream(10);
        Object.assign(globalThis, { stream });
        return stream;
      };
      class BarcodeDetector {
        static getSupportedFormats = async () => ['ean_13', 'qr_code'];
        detect = async () => [{ rawValue: 'not a barcode' }, { rawValue }];
      }
      Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia } });
      Object.assign(globalThis, { BarcodeDetector: rawValue && BarcodeDetector });
    }, camera);

const scan = (page: Page) => page.getByRole('button', { name: 'Scan a barcode' }).click();

test('a scanned barcode is compared, and the camera ends', async ({ open }) => {
  const page = await open('/docket', { before: withCamera({ rawValue: GTIN }) });
  await scan(page);
  await sees(dialog(page), /^No shop that we read lists a product with the barcode/);
  const states = await page.evaluate(() => {
    const { stream } = globalThis as unknown as { stream: MediaStream };
    return stream.getTracks().map(({ readyState }) => readyState);
  });
  expect(states).toEqual(['ended']);
  await dialog(page).getByRole('button', { name: 'OK' }).click();
});

test('without a detector of the browser ours reads the camera and pictures, and loads when it is needed', async ({
  open,
}) => {
  const photo = await photoOf(GTIN);
  const picture = `data:image/jpeg;base64,${photo.toString('base64')}`;
  const loaded: string[] = [];
  const page = await open('/docket', {
    before: async (tab) => {
      tab.context().on('request', (request) => loaded.push(request.url()));
      await withCamera({ picture })(tab);
    },
  });
  const isDecoder = (url: string) => /barcode-worker|\.wasm$/.test(url);
  expect(loaded.filter(isDecoder)).toEqual([]);
  await scan(page);
  await sees(dialog(page), `No shop that we read lists a product with the barcode ${GTIN}.`);
  await dialog(page).getByRole('button', { name: 'OK' }).click();
  expect(loaded.some(isDecoder)).toBe(true);
});

test('a camera that is not allowed leaves pictures and the digits, which are checked', async ({
  open,
}) => {
  const page = await open('/compare', { before: withCamera({ isDenied: true }) });
  await scan(page);
  await sees(dialog(page), /^The camera is not allowed on this page/);
  await page.getByLabel('Digits of the barcode').fill('123');
  await page.getByRole('button', { name: 'Use these digits' }).click();
  await sees(dialog(page), /^That is no barcode of a product/);
  const choose = async (name: string, buffer: Buffer) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Use a picture' }).click();
    await (await chooser).setFiles({ name, mimeType: 'image/jpeg', buffer });
  };
  await choose('note.jpg', Buffer.from('no picture'));
  await sees(dialog(page), /^We read no barcode in this picture/);
  await choose('barcode.jpg', await photoOf(GTIN));
  await page.waitForURL(`**/search?q=${GTIN}`);
});
