/*
 * Packages that benchmarks compare us with. They are installed beside the project, never into it.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * The folder of an npm project with exactly these packages (name → exact version), installed by the first call
 * and kept in the temporary folder. Throws when npm fails.
 */
export function installPeers(
  dependencies: Record<string, string>,
  overrides: Record<string, string> = {},
): string {
  const manifest = JSON.stringify({ private: true, type: 'module', dependencies, overrides });
  const key = createHash('sha256').update(manifest).digest('hex').slice(0, 12);
  const folder = join(tmpdir(), `priceroo-peers-${key}`);
  const done = join(folder, 'installed');
  if (existsSync(done)) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), manifest);
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  writeFileSync(done, '');
  return folder;
}
