import type { InferResponseType } from 'hono/client';
import type { api } from '#site/client/client.ts';

type User = (typeof api)['user'];

/** How an account is opened, as GET /user/security answers. */
export type Security = InferResponseType<User['security']['$get'], 200>['data'];
/** What an authenticator app reads, as POST /user/second-factor answers. */
export type Enrolment = InferResponseType<User['second-factor']['$post'], 200>['data'];

/** The field that a refusal is about: wrong-code and the like have one. */
export const FIELD_OF: Readonly<Record<string, 'code' | 'current'>> = {
  'wrong-code': 'code',
  code: 'code',
  'wrong-password': 'current',
  'password-needed': 'current',
  currentPassword: 'current',
};
