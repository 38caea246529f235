import { defineEntity, p } from '@mikro-orm/core';

const ASK_STATES = ['waiting', 'answered', 'failed'] as const;

/** A question to the model: the API adds the row, the worker answers it. `key` lets equal questions share an answer. */
export const Ask = defineEntity({
  name: 'Ask',
  tableName: 'ask',
  indexes: [{ name: 'ask_key_created', properties: ['key', 'createdAt'] }],
  properties: {
    id: p.uuid().primary().defaultRaw('uuidv7()'),
    kind: p.text(),
    key: p.text(),
    input: p.json<Record<string, unknown>>(),
    state: p.enum(ASK_STATES).default('waiting'),
    result: p.json<Record<string, unknown>>().nullable(),
    error: p.text().nullable(),
    createdAt: p.datetime().defaultRaw('now()').index(),
    answeredAt: p.datetime().nullable(),
  },
});
