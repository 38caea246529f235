import { defineEntity, p } from '@mikro-orm/core';
import { OPEN_DATA_FORMATS } from '#domain/open-data/change-file.ts';

/** A downloadable file of one day's price changes; its bytes are in its parts. */
export const OpenDataFile = defineEntity({
  name: 'OpenDataFile',
  uniques: [{ properties: ['day', 'format'] }],
  properties: {
    id: p.uuid().primary().defaultRaw('uuidv7()'),
    /** Day number since 1970. */
    day: p.integer(),
    format: p.enum(OPEN_DATA_FORMATS),
    changes: p.integer(),
    bytes: p.integer(),
    /** Hexadecimal, of the compressed bytes. */
    sha256: p.text(),
    madeAt: p.datetime().defaultRaw('now()'),
  },
});

/** A piece of a file that fits into memory. */
export const OpenDataPart = defineEntity({
  name: 'OpenDataPart',
  properties: {
    file: () => p.manyToOne(OpenDataFile).primary().deleteRule('cascade'),
    part: p.integer().primary(),
    bytes: p.blob().$type<Buffer>(),
  },
});
