/**
 * Does something with each of some rows, one after the other and each by itself: one that fails is handed to `failed`, and
 * keeps none of the others waiting. Answers how many failed.
 */
export async function eachByItself<Row>(
  rows: Iterable<Row> | AsyncIterable<Row>,
  work: (row: Row) => Promise<unknown>,
  failed: (error: unknown, row: Row) => void,
): Promise<number> {
  let count = 0
  for await (const row of rows)
    try {
      await work(row)
    } catch (error) {
      count += 1
      failed(error, row)
    }
  return count
}

/**
 * The same, and throws at the end where any failed: the job counts as failed, which alerts see, and is tried again where
 * it has retries.
 */
export async function eachOrThrow<Row>(
  rows: Iterable<Row> | AsyncIterable<Row>,
  work: (row: Row) => Promise<unknown>,
  failed: (error: unknown, row: Row) => void,
): Promise<void> {
  const errors: unknown[] = []
  await eachByItself(rows, work, (error, row) => {
    errors.push(error)
    failed(error, row)
  })
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} failed; the others are done`)
}

/**
 * The rows that a query finds, read a page at a time, each page after the last row of the one before: those that stay,
 * since they failed, do not fill each page.
 */
export async function* pageByPage<Row>(
  limit: number,
  read: (after: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row, void, undefined> {
  for (let after: Row | undefined; ;) {
    const page = await read(after)
    yield* page
    if (page.length < limit) return
    after = page.at(-1)
  }
}
