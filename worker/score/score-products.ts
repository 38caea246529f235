import type { EntityManager } from '@mikro-orm/postgresql';

/** Interim. */
export async function scoreProducts(_em: EntityManager, _productIds: string[]): Promise<void> {}
