import { z } from 'zod';
import { DEFAULT_PREFERENCES, type UserRow } from '#db/queries/accounts/users.ts';

/** A shopper's preferences (spec §3); prices in dollars. */
export const preferences = z.object({
  categories: z.array(z.string().max(100)).max(50),
  priceRange: z
    .object({ min: z.number().min(0).max(1_000_000), max: z.number().min(0).max(1_000_000) })
    .refine((range) => range.min <= range.max, 'the lowest price is above the highest'),
  preferredRetailers: z.array(z.string().max(100)).max(100),
  currency: z.literal('AUD'),
});

/** An account for its owner. */
export const user = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string(),
  role: z.enum(['user', 'operator']),
  preferences,
  lastLogin: z.iso.datetime().nullable(),
  loginCount: z.number().int(),
  emailVerified: z
    .boolean()
    .describe('True once the owner has followed a link mailed to the address'),
});

/** Converts a stored account. */
export function toUser(row: UserRow): z.infer<typeof user> {
  return {
    ...row,
    role: row.role === 'operator' ? 'operator' : 'user',
    preferences: row.preferences ?? DEFAULT_PREFERENCES,
    lastLogin: row.lastLogin?.toISOString() ?? null,
  };
}
