/*
 * What one request may cost the server. Sizes in bytes, times in milliseconds.
 */

/** The API refuses a larger body (site/api/read-body.ts); no more than this and one byte is ever read. */
export const BODY_LIMIT_BYTES = 64 * 1024;

/** Request line and headers together; more is answered with 431. */
export const HEADER_LIMIT_BYTES = 16 * 1024;

/** All headers must have come by then: ends slow-header attacks. */
export const HEADERS_TIMEOUT_MS = 10_000;

/** The whole request must have come by then. */
export const REQUEST_TIMEOUT_MS = 20_000;

/** A connection on which nothing moves, a shopper who stops reading included. Above the API's 9.5 s. */
export const IDLE_TIMEOUT_MS = 30_000;

/** Above the 60 s of common load balancers, so that they close first and never meet a closed connection. */
export const KEEP_ALIVE_TIMEOUT_MS = 65_000;

/** How long answers under way may take after SIGTERM. */
export const DRAIN_TIMEOUT_MS = 10_000;

/** One page or picture of a demo shop. */
export const DEMO_ANSWER_LIMIT_BYTES = 4 * 1024 * 1024;

/** How long a demo shop may take. */
export const DEMO_TIMEOUT_MS = 8_000;

/** Answers below this are sent as they are: the headers outweigh what compression saves. */
export const COMPRESS_ABOVE_BYTES = 1_024;

/** Pictures of products kept in memory: about 2,000 of the larger width. */
export const PICTURE_CACHE_BYTES = 32 * 1024 * 1024;

/** PublicPages pages kept in memory, each in three encodings: about 600 of them. */
export const PAGE_CACHE_BYTES = 64 * 1024 * 1024;
