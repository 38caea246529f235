import type { TestProject } from 'vitest/node';
import { setup as startPostgres } from './postgres-setup.ts';
import { openSiteWorld } from './site-world.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the site under test: 'http://localhost:5555'. */
    siteOrigin: string;
    databaseUrl: string;
  }
}

/** globalSetup of the browser tests: one site for all files. Returns the teardown. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // The run's own when that was started before this.
  const stopPostgres = await startPostgres();
  const world = await openSiteWorld().catch(async (error: unknown) => {
    await stopPostgres();
    throw error;
  });
  project.provide('siteOrigin', world.origin);
  project.provide('databaseUrl', world.databaseUrl);
  return async () => {
    await world.stop();
    await stopPostgres();
  };
}
