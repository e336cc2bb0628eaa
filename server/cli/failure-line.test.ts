import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { failureLine } from './failure-line.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => await app.close())

/** What an operator reads when a command's statement fails so. */
async function lineOf(statement: string): Promise<string> {
  const failure = await sql
    .raw(statement)
    .execute(app.db)
    .catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(Error)
  return failureLine(failure)
}

test.each([
  [`insert into blocked_host (host, reason) values ('a.example', ' ')`, /^A value is not acceptable\./],
  [`insert into blocked_host (host, reason) values ('a.example', null)`, /^A value is missing\./],
  [
    `insert into blocked_host (host, reason) values ('x.example', 'x'), ('x.example', 'x')`,
    /^There is one like it already\./,
  ],
  [`select 'x'::integer`, /^A value is not acceptable\./],
  [`select nothing from blocked_host`, /^The database could not do this\./],
])('%s', async (statement, words) => {
  const line = await lineOf(statement)
  expect(line).toMatch(words)
  expect(line).toMatch(/ Nothing was changed \([0-9A-Z]{5}\)$/)
  expect(line).not.toMatch(/blocked_host|constraint|column|relation/)
})
