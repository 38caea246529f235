import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/**
 * client/page-script.ts with all it imports as one script without exports, small enough to stand in the page itself:
 * as files of their own its parts delayed the first paint by two round trips (docs/speed.md).
 */
export async function bundlePageScript(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: fileURLToPath(new URL('../client/page-script.ts', import.meta.url)),
        output: { format: 'iife' },
      },
    },
  });
  const [bundle] = [result].flat();
  if (!bundle || !('output' in bundle)) throw new Error('no bundle of the page script');
  return bundle.output[0].code.trim();
}
