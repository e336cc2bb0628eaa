import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { openDatabase, openPool, type Db } from './database.ts'
import { keepsPlan } from './prepared-statements.ts'

let database: TestDatabase
let prepared: Db
beforeAll(async () => {
  database = await createTestDatabase()
  prepared = openDatabase({ url: database.url, poolSize: 1, keepsPlans: 'lists' })
})
afterAll(async () => {
  await prepared.destroy()
  await database.drop()
})

const kept = async (like: string, db = prepared) => {
  const { rows } = await sql<{ statement: string; generic: number; custom: number }>`
    select statement, generic_plans as generic, custom_plans as custom from pg_prepared_statements`.execute(
    db,
  )
  return rows.filter(({ statement }) => statement.includes(like))
}

test('plans a statement once, for whatever it is asked with', async () => {
  const slugs: string[] = []
  for (const position of [1, 2, 3, 2]) {
    const { rows } = await sql<{ slug: string }>`
      select slug from category where position = ${position}`.execute(prepared)
    slugs.push(rows[0]!.slug)
  }
  expect(slugs[1]).toBe(slugs[3])
  expect(new Set(slugs).size).toBe(3)
  expect(await kept('from category')).toMatchObject([{ generic: 4, custom: 0 }])
})

test('keeps no more than a hundred, and answers the others all the same', async () => {
  for (let n = 0; n < 110; n += 1) {
    const { rows } = await sql<{ sum: number }>`
      select ${sql.lit(n)} + ${n}::integer as sum, 'many' as kind`.execute(prepared)
    expect(rows[0]!.sum).toBe(2 * n)
  }
  expect((await kept("'many'")).length).toBeGreaterThan(90)
  expect((await kept('')).length).toBeLessThanOrEqual(100)
})

test('goes on after a statement that failed', async () => {
  const divide = async (by: number) =>
    (await sql<{ part: number }>`select 6 / ${by}::integer as part`.execute(prepared)).rows[0]!.part
  await expect(divide(0)).rejects.toMatchObject({ code: '22012' })
  expect(await divide(3)).toBe(2)
  const nothing = async () => await sql`select nothing from nowhere where id = ${1}`.execute(prepared)
  for (const _ of [1, 2]) await expect(nothing()).rejects.toMatchObject({ code: '42P01' })
})

test('a pool that writes keeps the plans of what is marked, and PostgreSQL chooses among them', async () => {
  const marked = openDatabase({ url: database.url, poolSize: 1, keepsPlans: 'marked' })
  const ask = async (id: number, ending = sql``) =>
    (await sql<{ is: number }>`select ${id}::integer as is ${ending}`.execute(marked)).rows[0]!.is
  for (let id = 1; id <= 8; id += 1) {
    expect(await ask(id, keepsPlan)).toBe(id)
    expect(await ask(id)).toBe(id)
  }
  expect(await kept('as is', marked)).toMatchObject([
    { statement: expect.stringContaining('keeps its plan'), custom: 5, generic: 3 },
  ])
  await marked.destroy()
})

test('a pool of one piece of work keeps the plans of all that has values', async () => {
  const all = openDatabase({ url: database.url, poolSize: 1, keepsPlans: 'all' })
  for (let id = 1; id <= 8; id += 1) await sql`select ${id}::integer as every`.execute(all)
  expect(await kept('as every', all)).toMatchObject([{ custom: 5, generic: 3 }])
  await all.destroy()
})

test.each(['lists', 'marked'] as const)('a pool of %s that is asked itself answers', async (keepsPlans) => {
  const pool = openPool({ url: database.url, poolSize: 1, keepsPlans })
  for (const text of ['select $1::int as is', 'select $1::int as is /* keeps its plan */'])
    expect((await pool.query<{ is: number }>(text, [5])).rows).toEqual([{ is: 5 }])
  expect((await pool.query<{ is: number }>('select 6 as is')).rows).toEqual([{ is: 6 }])
  await pool.end()
})
