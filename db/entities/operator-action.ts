import { defineEntity, p } from '@mikro-orm/core';

/** What an operator did at /admin. It outlives their account, so it names the address and not the row. */
export const OperatorAction = defineEntity({
  name: 'OperatorAction',
  properties: {
    id: p.uuid().primary().defaultRaw('uuidv7()'),
    operator: p.text(),
    /** Path of the form that was sent, or of the queue board's call. */
    path: p.text(),
    /** The form's fields, without its token. */
    fields: p.json<Record<string, string>>(),
    doneAt: p.datetime().defaultRaw('now()').index(),
  },
});
