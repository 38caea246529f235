import { type RawQueryFragment, raw } from '@mikro-orm/postgresql';

/** The database's clock plus `ms` milliseconds (negative: ago), as a value or condition of the unit of work. */
export function fromNow(ms = 0): RawQueryFragment {
  return raw(`now() + ? * interval '1 millisecond'`, [ms]);
}
