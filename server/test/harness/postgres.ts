/** One statement after the other on a connection of its own: what a test does to a PostgreSQL beside the service. */
import pg from 'pg';

/** @returns the rows of the last statement. */
export async function onPostgres(url: string, ...statements: string[]): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) ({ rows } = await client.query<Record<string, unknown>>(statement));
    return rows;
  } finally {
    await client.end();
  }
}
