import type { EntityManager, PostgreSqlConnection } from '@mikro-orm/postgresql';
import type pg from 'pg';

/**
 * Runs a statement that Postgres plans once a connection: for hot reads whose planning costs more than their running.
 * `name` stands for that text alone, null has it planned for its values each time; values are $1, $2 … Outside any transaction of `em`.
 */
export async function prepared<Row extends object>(
  em: EntityManager,
  name: string | null,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  const connection = em.getConnection() as PostgreSqlConnection;
  const pool: pg.Pool = await connection.getNativeClient();
  const { rows } = await pool.query<Row>({ ...(name !== null && { name }), text, values });
  return rows;
}
