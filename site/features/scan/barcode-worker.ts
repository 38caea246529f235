/*
 * Reads retail barcodes from pixels by WebAssembly, for browsers without BarcodeDetector. A worker, because its own policy then allows
 * WebAssembly (site/server/static-files.ts) and no page's has to. Answers each message at its port: the texts read, or undefined for a failure.
 */
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasmPath from 'zxing-wasm/reader/zxing_reader.wasm?url';

prepareZXingModule({ overrides: { locateFile: () => wasmPath } });

addEventListener('message', async ({ data, ports }: MessageEvent<ImageData>) => {
  const found = await readBarcodes(data, { formats: ['EANUPC'] }).catch(() => null);
  ports[0]?.postMessage(found?.map(({ text }) => text));
});
