import type pg from 'pg';

/** A query as typed, and without its slip. */
export interface BenchQuery {
  asked: string;
  meant: string;
}

/**
 * Queries for products of the database: type; brand and type; line; all three; category and brand; category. A quarter has a slip in the
 * first word: letters swapped, missing, extra, or wrong.
 */
export async function queriesFrom(pool: pg.Pool, count: number): Promise<BenchQuery[]> {
  const { rows } = await pool.query<{ name: string; category: string }>(
    'select name, category from product order by md5(name) limit $1',
    [count],
  );
  return rows.map(({ name, category }, nth) => {
    const words = name.toLowerCase().split(' ');
    const [brand = '', line = ''] = words;
    const type = words.at(-2) ?? '';
    const kinds = [
      [type],
      [brand, type],
      [line],
      [brand, line, type],
      [category, brand],
      [category],
    ];
    const meant = kinds[nth % kinds.length] ?? [];
    const round = Math.floor(nth / kinds.length);
    return {
      meant: meant.join(' '),
      asked: (round % 4 === 3 ? misspelt(meant, nth + (round >> 2)) : meant).join(' '),
    };
  });
}

function misspelt([first = '', ...rest]: string[], nth: number): string[] {
  const at = first.length >> 1;
  const [before, after] = [first.slice(0, at), first.slice(at)];
  const slips = [
    `${first.slice(0, at - 1)}${first[at]}${first[at - 1]}${first.slice(at + 1)}`,
    before + after.slice(1),
    `${before}e${after}`,
    `${before}y${after.slice(1)}`,
  ];
  return [slips[nth % slips.length] ?? first, ...rest];
}
