import { sql } from 'kysely'
import type { OperatorRole } from '#rules/operator-permissions.ts'
import {
  addOperator,
  listOperators,
  openOperatorSession,
  type OperatorActor,
} from '#server/modules/operators/public.ts'
import type { Db } from '#server/platform/database.ts'
import type { TestApp } from './app.ts'
import { askServer } from './ask-server.ts'

/** Acts where a test sets what operators set. */
export const testActor: OperatorActor = { via: 'job', source: 'test' }

/** Makes Olga an owner; answers the setting by which commands name her. */
export async function addOlga(db: Db): Promise<{ OPERATOR: string }> {
  const email = 'olga@crels.example'
  await db
    .transaction()
    .execute(async (tx) => await addOperator(tx, testActor, { email, name: 'olga', role: 'owner' }))
  return { OPERATOR: email }
}

/** Gives an operator a passkey that nothing signs with: without a factor they are no second person. */
export async function giveFactor({ db }: { db: Db }, operatorId: string): Promise<void> {
  await sql`
    insert into operator_passkey (operator_id, credential_id, public_key, counter, transports, backed_up, name)
    values (${operatorId}, ${Buffer.from(operatorId)}, '\\x00', 0, '{}', false, 'test')`.execute(db)
}

/** An operator as a test holds one: what a call of theirs says, and who it is. */
export interface TestOperator {
  headers: { authorization: string }
  operatorId: string
  sessionId: string
  email: string
}

/**
 * Signs an operator of a role in, `{role}@crels.example` unless `email` says otherwise: made at the first call, with an
 * owner before them where there is none. Each call opens a session of its own, whose factor was proved just now.
 */
export async function operatorBearer(
  { db }: { db: Db },
  role: OperatorRole = 'owner',
  email = `${role}@crels.example`,
): Promise<TestOperator> {
  return await db.transaction().execute(async (tx) => {
    const known = await listOperators(tx)
    if (known.length === 0 && role !== 'owner')
      await addOperator(tx, testActor, { email: 'first@crels.example', name: 'first', role: 'owner' })
    const { id } =
      known.find((one) => one.email === email) ??
      (await addOperator(tx, testActor, { email, name: email.split('@')[0]!, role }))
    const { sessionId, accessToken } = await openOperatorSession(tx, { operatorId: id })
    return { headers: { authorization: `Bearer ${accessToken}` }, operatorId: id, sessionId, email }
  })
}

/** Mails the codes with which operators sign in that wait for a worker. */
export async function mailOperatorCodes({ databaseUrl, jobs }: Pick<TestApp, 'databaseUrl' | 'jobs'>) {
  const waiting = `delete from pgboss.job where name = 'mail-operator-code' returning data`
  for (const { data } of await askServer<{ data: object }>(databaseUrl, waiting))
    await jobs.run('mail-operator-code', data)
}

/** What an endpoint of the console answered a test; `body` is null where there is none. */
interface OperatorAnswer {
  status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- whatever the endpoint answers, for a test to look at
  body: any
}

/** Asks an endpoint of the console by its path below `/api/v1/operator`. */
export async function callOperator(
  { server }: Pick<TestApp, 'server'>,
  { headers }: Pick<TestOperator, 'headers'>,
  {
    method = 'GET',
    path,
    payload,
  }: { method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'; path: string; payload?: object | undefined },
): Promise<OperatorAnswer> {
  const response = await server.inject({ method, url: `/api/v1/operator${path}`, headers, payload })
  return { status: response.statusCode, body: response.body ? response.json() : null }
}

/** Entries of the log by a query, the newest first, each opened: a list keeps values of members sealed. */
export async function openedEntries(
  app: Pick<TestApp, 'server'>,
  who: Pick<TestOperator, 'headers'>,
  query: string,
): Promise<OperatorAnswer['body'][]> {
  const { items } = (await callOperator(app, who, { path: `/audit?${query}` })).body
  const opened: OperatorAnswer['body'][] = []
  for (const { id } of items as { id: string }[])
    opened.push((await callOperator(app, who, { path: `/audit/${id}` })).body)
  return opened
}
