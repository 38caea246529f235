import { defineEntity, p } from '@mikro-orm/core';

/** An operator's action at /admin. It outlives the account, so it stores the address rather than a reference. */
export const OperatorAction = defineEntity({
  name: 'OperatorAction',
  properties: {
    id: p.uuid().primary().defaultRaw('uuidv7()'),
    operator: p.text(),
    /** Path of the submitted form or of the queue board's call. */
    path: p.text(),
    /** The form's fields, without its token. */
    fields: p.json<Record<string, string>>(),
    doneAt: p.datetime().defaultRaw('now()').index(),
  },
});
