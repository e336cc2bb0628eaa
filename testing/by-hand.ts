import pg from 'pg'

/** Has the owner of the database write what the product's own role may not. */
export async function byHand(
  { databaseUrl }: { databaseUrl: string },
  statement: string,
  values: unknown[] = [],
): Promise<void> {
  const owner = new pg.Client({ connectionString: databaseUrl })
  await owner.connect()
  try {
    await owner.query(statement, values)
  } finally {
    await owner.end()
  }
}
