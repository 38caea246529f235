import { defineEntity, p } from '@mikro-orm/core';
import { OPEN_DATA_FORMATS } from '#domain/open-data/change-file.ts';

/** A file of the price changes of one day, as anyone may download it; its bytes are in its parts. */
export const OpenDataFile = defineEntity({
  name: 'OpenDataFile',
  uniques: [{ properties: ['day', 'format'] }],
  properties: {
    id: p.uuid().primary().defaultRaw('uuidv7()'),
    /** The number of an AEST day since 1970. */
    day: p.integer(),
    format: p.enum(OPEN_DATA_FORMATS),
    changes: p.integer(),
    bytes: p.integer(),
    /** In hexadecimal, of the compressed bytes. */
    sha256: p.text(),
    madeAt: p.datetime().defaultRaw('now()'),
  },
});

/** A piece of a file, small enough to be held in memory. */
export const OpenDataPart = defineEntity({
  name: 'OpenDataPart',
  properties: {
    file: () => p.manyToOne(OpenDataFile).primary().deleteRule('cascade'),
    part: p.integer().primary(),
    bytes: p.blob().$type<Buffer>(),
  },
});
