/* Renders pages with the build of astro-entry.ts. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { type Replacements, withReplacements } from './replacements.ts';

/** Renders an on-demand page or endpoint; null if no route matches. */
export type RenderPage = typeof import('./astro-entry.ts').render;

const entrySchema = z.object({
  render: z.custom<RenderPage>((render) => typeof render === 'function'),
});

/** Loads the function that renders the pages of the build in `builtFolder`. */
export async function loadAstro(builtFolder: string): Promise<RenderPage> {
  removeWebStorage();
  const entry: unknown = await import(pathToFileURL(join(builtFolder, 'server', 'entry.mjs')).href);
  return entrySchema.parse(entry).render;
}

/**
 * Removes Node's own `localStorage` and `sessionStorage` (since Node 25). The stores of pages would mistake them for a
 * browser's, and Node warns at each access; deleting them does not count as access.
 */
export function removeWebStorage(): void {
  Reflect.deleteProperty(globalThis, 'localStorage');
  Reflect.deleteProperty(globalThis, 'sessionStorage');
}

/** Astro's whole response to `request`, with `replacements` applied; null if no route matches. Throws if the page fails. */
export async function renderWithAstro(
  render: RenderPage,
  request: Request,
  locals: App.Locals,
  replacements: Replacements = [],
): Promise<Response | null> {
  const response = await render(request, locals);
  if (!response) return null;
  const { status, headers } = response;
  const body = Buffer.from(await response.arrayBuffer());
  // If a page fails before its first byte, Astro logs the reason and returns no content.
  if (status >= 500 && body.length === 0) throw new Error('Astro could not finish the page');
  return new Response(body.length > 0 ? withReplacements(body, replacements) : null, {
    status,
    headers,
  });
}
