import { defineEntity, p } from '@mikro-orm/core';
import { Product } from './product.ts';

const ASK_STATES = ['waiting', 'answered', 'failed'] as const;

/** A question to the model with its answer; questions with the same content share `key` and answer. */
export const Ask = defineEntity({
  name: 'Ask',
  indexes: [{ name: 'ask_key_created', properties: ['key', 'createdAt'] }],
  properties: {
    id: p.uuid().primary().defaultRaw('uuidv7()'),
    kind: p.text(),
    /** The product to score; null for shoppers' questions. */
    product: () => p.manyToOne(Product).nullable().deleteRule('cascade').index(),
    key: p.text(),
    input: p.json<Record<string, unknown>>(),
    state: p.enum(ASK_STATES).default('waiting'),
    result: p.json<Record<string, unknown>>().nullable(),
    error: p.text().nullable(),
    /** The model that was called, and the tokens it counted; null before the answer. */
    model: p.text().nullable(),
    tokensIn: p.integer().nullable(),
    tokensOut: p.integer().nullable(),
    createdAt: p.datetime().defaultRaw('now()').index(),
    answeredAt: p.datetime().nullable(),
  },
});
