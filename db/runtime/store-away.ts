import { codeOf, messageOf } from '#domain/errors.ts';

/** Network errors, and Postgres's codes for a lost connection, a shutdown or a start (classes 08 and 57P, 53300). */
const AWAY_CODE = /^(?:E[A-Z_]{4,}|UND_ERR_(?:CONNECT_TIMEOUT|SOCKET)|08(?!P)\w{3}|57P0\d|53300)$/;
/** Messages of pg, ioredis and BullMQ that carry no code. */
const AWAY_MESSAGE =
  /^(?:Connection (?:terminated|is closed|ended)|timeout e(?:xpired$|xceeded when trying to connect)|Query read timeout$|Stream isn't writeable|Client has encountered a connection error|Reached the max retries per request limit)/;
const MOST_CAUSES = 5;

/** True for an error because a store or another machine is away or too slow; where it was raised says nothing. */
export function isStoreAway(error: unknown): boolean {
  let cause = error;
  for (let depth = 0; depth < MOST_CAUSES && cause instanceof Error; depth += 1) {
    if (AWAY_CODE.test(codeOf(cause)) || AWAY_MESSAGE.test(messageOf(cause))) return true;
    cause = cause.cause;
  }
  return false;
}
