/* Barcodes by camera: what the browser's detector sees, or why it cannot. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { dialog, sees } from '../support/page-steps.ts';
import { test } from '../support/shopper-test.ts';

/** A camera that shows a grey picture, and a detector that reads this from it. */
const withCamera = (gtin: string) => (page: Page) =>
  page.addInitScript((rawValue) => {
    const getUserMedia = async () => {
      const canvas = document.createElement('canvas');
      canvas.getContext('2d')?.fillRect(0, 0, 10, 10);
      const stream = canvas.captureStream(5);
      Object.assign(globalThis, { stream });
      return stream;
    };
    class BarcodeDetector {
      static getSupportedFormats = async () => ['ean_13', 'qr_code'];
      detect = async () => [{ rawValue: 'not a barcode' }, { rawValue }];
    }
    Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia } });
    Object.assign(globalThis, { BarcodeDetector });
  }, gtin);

const DENIED = (page: Page) =>
  page.addInitScript(() => {
    const refused = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
    Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia: refused } });
    const detector = Object.assign(function detector() {}, {
      getSupportedFormats: async () => ['ean_13'],
    });
    Object.assign(globalThis, { BarcodeDetector: detector });
  });

test('a scanned barcode is compared, and the camera ends', async ({ open }) => {
  const page = await open('/docket', { before: withCamera('9300675024235') });
  await page.getByRole('button', { name: 'Scan a barcode' }).click();
  await sees(dialog(page), /^No shop that we read lists a product with the barcode/);
  const states = await page.evaluate(() => {
    const { stream } = globalThis as unknown as { stream: MediaStream };
    return stream.getTracks().map(({ readyState }) => readyState);
  });
  expect(states).toEqual(['ended']);
  await dialog(page).getByRole('button', { name: 'OK' }).click();
});

test('a camera that is not allowed leaves the digits, which are checked', async ({ open }) => {
  const page = await open('/compare', { before: DENIED });
  await page.getByRole('button', { name: 'Scan a barcode' }).click();
  await sees(dialog(page), /^The camera is not allowed on this page/);
  await page.getByLabel('Digits of the barcode').fill('123');
  await page.getByRole('button', { name: 'Use these digits' }).click();
  await sees(dialog(page), /^That is no barcode of a product/);
  await page.getByLabel('Digits of the barcode').fill('9300675024235');
  await page.getByRole('button', { name: 'Use these digits' }).click();
  await page.waitForURL(/\/search\?q=9300675024235$/);
});
