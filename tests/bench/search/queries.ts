import type pg from 'pg';

/** A query as it is typed, and without the slip. */
export interface BenchQuery {
  asked: string;
  meant: string;
}

/** Of a type, a brand and a type, a line, or all three of a product that is sold; every fourth with two letters swapped. */
export async function queriesFrom(pool: pg.Pool, count: number): Promise<BenchQuery[]> {
  const { rows } = await pool.query<{ name: string }>(
    'select name from product order by md5(name) limit $1',
    [count],
  );
  return rows.map(({ name }, nth) => {
    const [brand = '', line = '', type = ''] = name.toLowerCase().split(' ');
    const words = [[type], [brand, type], [line], [brand, line, type]][nth % 4] ?? [];
    const meant = words.join(' ');
    return { meant, asked: Math.floor(nth / 4) % 4 === 3 ? misspelt(words).join(' ') : meant };
  });
}

function misspelt([first = '', ...rest]: string[]): string[] {
  const at = first.length >> 1;
  return [`${first.slice(0, at - 1)}${first[at]}${first[at - 1]}${first.slice(at + 1)}`, ...rest];
}
