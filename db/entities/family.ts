import { defineEntity, p } from '@mikro-orm/core';

/** Groups the variants of one product line: all storage sizes and colours of a phone. */
export const Family = defineEntity({
  name: 'Family',
  tableName: 'family',
  properties: {
    id: p.uuid().primary().defaultRaw('uuidv7()'),
    key: p.text().unique(),
    name: p.text(),
    brand: p.text().nullable(),
  },
});
