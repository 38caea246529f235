import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { writeExtension } from './write-extension.ts';

const MANIFEST = z.looseObject({
  manifest_version: z.literal(3),
  name: z.string(),
  version: z.string().regex(/^\d+(?:\.\d+){1,3}$/),
  action: z.looseObject({ default_popup: z.string() }),
  icons: z.record(z.string(), z.string()),
  host_permissions: z.array(z.string()),
});

test('the written extension has every file that it names, and calls this site alone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'extension-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeExtension(folder, 'https://prices.example/shop');
  const read = (name: string) => readFile(join(folder, name), 'utf8');
  const manifest = MANIFEST.parse(JSON.parse(await read('manifest.json')));
  expect(manifest.host_permissions).toEqual(['https://prices.example/api/*']);
  const popup = await read(manifest.action.default_popup);
  const linked = Array.from(popup.matchAll(/(?:src|href)="([^"]+)"/g), ([, name = '']) => name);
  const named = ['manifest.json', manifest.action.default_popup, ...Object.values(manifest.icons)];
  expect(await readdir(folder)).toEqual([...named, ...linked].toSorted());
  expect(await read('popup.js')).toContain("const SITE = 'https://prices.example';");
  for (const name of linked) expect(await read(name), name).not.toContain('localhost');
});
