import { z } from 'zod';
import { addApiKey, apiKeysOf } from '#db/queries/accounts/api-keys.ts';
import { PublicError } from '#domain/errors.ts';
import { removes, topic } from '../core/call.ts';

const MOST_KEYS = 10;

const apiKey = z.object({
  id: z.uuid(),
  name: z.string(),
  prefix: z.string().describe('The first characters of the key'),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable().describe('To the minute; null before the first use'),
});

/** A key as its owner sees it after creation. */
export type ApiKeySeen = z.infer<typeof apiKey>;

/** API keys, with which a person's programs read public data (docs/api.md). */
export const apiKeyRoutes = topic()
  .user('GET /user/api-keys', 'The API keys of the caller', {
    data: z.array(apiKey),
    run: ({ em, caller }) => apiKeysOf(em, caller.id),
  })
  .user('POST /user/api-keys', 'Creates an API key; only this response contains the key', {
    limit: 'write',
    status: 201,
    body: z.object({
      name: z.string().trim().min(1, 'Please name the key.').max(60).describe('Its purpose'),
    }),
    data: apiKey.extend({ key: z.string().describe('Shown only once') }),
    async run({ em, caller, body: { name } }) {
      const added = await addApiKey(em, caller.id, name, MOST_KEYS);
      if (added) return added;
      const message = `You have ${MOST_KEYS} keys. Revoke one that you no longer use.`;
      throw new PublicError(409, 'too-many-keys', message);
    },
  })
  .user('DELETE /user/api-keys/{id}', 'Revokes an API key immediately', removes('key', 'api_key'));
