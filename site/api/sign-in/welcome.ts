import { promoteProvenAdmin } from '#db/queries/accounts/sign-in.ts';
import { recordLogin, type UserRow } from '#db/queries/accounts/users.ts';
import type { ApiServices } from '../core/services.ts';
import { welcomeMail } from './welcome-mail.ts';

/**
 * What every sign-in ends with: it is counted, its address is known to the account from now on, and the person whom
 * ADMIN_EMAIL names becomes operator once that address is proven theirs. The first one is followed by a mail.
 */
export async function welcome(
  services: ApiServices,
  userId: string,
  remoteAddress: string,
): Promise<UserRow> {
  const em = services.em();
  const { adminEmail } = services.config;
  if (adminEmail) await promoteProvenAdmin(em, userId, adminEmail);
  const row = await recordLogin(em, userId);
  await services.limits.signedIn(remoteAddress, row.email);
  if (row.loginCount === 1) await welcomeMail(services, row);
  return row;
}
