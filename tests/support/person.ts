import type { EntityManager, FilterQuery, InferEntity } from '@mikro-orm/postgresql';
import { Mail } from '#db/entities/mail.ts';
import type { TestApi } from './test-api.ts';

/** Someone with an account, signed in. */
export interface Person {
  id: string;
  email: string;
  name: string;
  password: string;
  token: string;
}

let people = 0;

/** Registers a new person; what `own` leaves out is made up. Throws when the API refuses. */
export async function register(
  { call }: Pick<TestApi, 'call'>,
  own: Partial<Pick<Person, 'email' | 'name' | 'password'>> = {},
): Promise<Person> {
  people += 1;
  const body = {
    email: `person-${people}@example.com`,
    password: 'gum-tree-77',
    name: 'Kylie',
    ...own,
  };
  const answer = await call('POST', '/auth/register', { body });
  if (answer.status !== 201) throw new Error(`not registered: ${JSON.stringify(answer.body)}`);
  const { user, token } = answer.body['data'] as { user: { id: string }; token: string };
  return { ...body, id: user.id, token };
}

/** Makes an API key for the holder of a session's token. Throws when the API refuses. */
export async function makeKey({ call }: Pick<TestApi, 'call'>, token: string, name = 'Tests') {
  const answer = await call('POST', '/user/api-keys', { token, body: { name } });
  if (answer.status !== 201) throw new Error(`no key: ${JSON.stringify(answer.body)}`);
  return answer.body['data'] as { id: string; key: string };
}

/** The mails to an address that fit, oldest first. */
export function mailsTo(
  em: EntityManager,
  recipient: string,
  which: FilterQuery<InferEntity<typeof Mail>> = {},
) {
  const oldestFirst = { orderBy: { createdAt: 'asc', id: 'asc' } } as const;
  return em.fork().find(Mail, { $and: [{ recipient }, which] }, oldestFirst);
}
