import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import type { TestMember } from '#testing/members.ts'
import { eraseMembers } from './modules/accounts/erase-members.ts'
import { app } from './modules/conversions/conversions.fixture.ts'
import { withClient } from './platform/with-client.ts'

/** A request of a member. */
export async function call(
  member: Pick<TestMember, 'headers' | 'cookie'>,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  payload?: object,
) {
  const { headers, cookie } = member
  return await app.server.inject({ method, url, payload, headers: { ...headers, cookie } })
}

/** Asks for one's account to be deleted. */
export async function leave(person: Pick<TestMember, 'headers' | 'cookie' | 'uid' | 'email'>) {
  return await call(person, 'DELETE', `/api/v1/users/${person.uid}`, { confirmation: person.email })
}

/** As the owner of the tables, past every right. */
export async function asOwner<R extends object>(text: string, values: unknown[] = []): Promise<R[]> {
  return await withClient(app.databaseUrl, async (client) => (await client.query<R>(text, values)).rows)
}

/** A log that says nothing. */
export const quiet = pino({ level: 'silent' })

/** Runs the jobs that erase, once. */
export async function erase() {
  const erased = await eraseMembers(app.accountDeletion)
  await app.jobs.run('remove-dropped-files')
  return erased
}

/** Makes deletions so old that nothing of their members can be under way. */
export async function settle(): Promise<void> {
  await asOwner(`update deletion set requested_at = requested_at - interval '1 hour'`)
}

/** Where in the database any of some texts occurs: every table of every schema, each row as text. */
export async function tablesWith(texts: string[]): Promise<string[]> {
  const found: string[] = []
  // On one connection: there are hundreds of tables.
  await withClient(app.databaseUrl, async (client) => {
    const tables = await client.query<{ name: string }>(`
      select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE' order by 1`)
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ row: string }>(
        `select t::text as row from ${name} t where lower(t::text) like any ($1)`,
        [texts.map((text) => `%${text}%`)],
      )
      found.push(...rows.map(({ row }) => `${name}: ${row.slice(0, 300)}`))
    }
  })
  return found
}

/** Which files below a folder hold, or are named by, any of some texts. */
export function filesWith(folder: string, texts: string[]): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      const text = `${path} ${readFileSync(path, 'latin1')}`.toLowerCase()
      return texts.some((one) => text.includes(one))
    })
}
