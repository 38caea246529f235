import type { Config } from '#db/runtime/config.ts';
import { createDemoIdentity, type DemoIdentity } from './demo-identity.ts';
import {
  ENDPOINTS,
  type IdentityProvider,
  remoteProvider,
  SOCIAL_PROVIDERS,
} from './identity-provider.ts';

/** Who may vouch for people here, and the stand-in where there is one. */
export interface Identities {
  providers: IdentityProvider[];
  demo: DemoIdentity | null;
}

/** Real providers where credentials are set; elsewhere the stand-in, except in production, where there is none. */
export function createIdentities(config: Config): Identities {
  const demo = config.nodeEnv === 'production' ? null : createDemoIdentity(config.siteUrl);
  const providers = SOCIAL_PROVIDERS.flatMap((id) => {
    const client = config[id];
    if (client) return [remoteProvider(id, ENDPOINTS[id], client)];
    return demo ? [demo.providerFor(id)] : [];
  });
  return { providers, demo };
}
