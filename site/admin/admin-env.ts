import type { OperatorSession } from '#db/queries/accounts/sign-in.ts';

/** What the pages' handlers find in Hono's context. */
export interface AdminEnv {
  Bindings: { remoteAddress: string };
  Variables: { operator: OperatorSession };
}
