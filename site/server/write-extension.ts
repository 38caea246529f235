import { cp, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { REPO_ROOT } from '#db/runtime/repo-root.ts';

/** Writes the browser extension for the site at `siteUrl` into `folder`, ready to load. */
export async function writeExtension(folder: string, siteUrl: string): Promise<void> {
  await cp(join(REPO_ROOT, 'site/extension'), folder, { recursive: true });
  const styles = ['styles/tokens.css', 'styles/layout.css', 'styles/docket.css'];
  for (const file of ['public/icon-192.png', ...styles])
    await cp(join(REPO_ROOT, 'site', file), join(folder, basename(file)));
  for (const name of ['manifest.json', 'popup.js']) {
    const file = join(folder, name);
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace('http://localhost:4321', new URL(siteUrl).origin));
  }
}
