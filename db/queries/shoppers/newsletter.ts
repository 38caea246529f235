import type { EntityManager } from '@mikro-orm/postgresql';

/** Notes an address that asked for the newsletter. False when it is confirmed already. */
export async function addSubscriber(em: EntityManager, email: string): Promise<boolean> {
  const rows = await em.execute<{ email: string }[]>(
    `insert into newsletter_subscriber as n (email, state) values (?, 'unconfirmed')
     on conflict (email) do update set state = 'unconfirmed' where n.state <> 'confirmed' returning email`,
    [email],
  );
  return rows.length > 0;
}

/** Sets what became of a subscription. False: the address is not on the list. */
export async function setSubscriberState(
  em: EntityManager,
  email: string,
  state: 'confirmed' | 'unsubscribed',
): Promise<boolean> {
  const rows = await em.execute<{ email: string }[]>(
    `update newsletter_subscriber set state = ?, confirmed_at = case when ? = 'confirmed' then now() else confirmed_at end
     where email = ? returning email`,
    [state, state, email],
  );
  return rows.length > 0;
}
