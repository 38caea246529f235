/*
 * `cli build`: the pages, built when they are not up to date.
 */
import { REPO_ROOT } from '#db/runtime/repo-root.ts';
import { buildSite, isBuildStale } from './start/site-build.ts';

/** Runs `build`; returns the exit code. Throws OperatorError with Astro's output when it fails. */
export async function buildCommand(write: (line: string) => void): Promise<number> {
  if (!isBuildStale(REPO_ROOT)) {
    write('The pages are up to date.');
    return 0;
  }
  const begun = performance.now();
  await buildSite(REPO_ROOT);
  write(`Built the pages in ${((performance.now() - begun) / 1000).toFixed(1)} s.`);
  return 0;
}
