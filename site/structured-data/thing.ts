import type { Thing } from 'schema-dts';

/** One thing of schema.org, as search engines read it from a page; its context is added where it is written. */
export type StructuredThing = Exclude<Thing, string>;
