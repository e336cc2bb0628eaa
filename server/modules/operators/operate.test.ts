import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CLEAR_REASON_ACTS } from '#rules/clear-reasons.ts'
import { isNeverOwn, OPERATOR_ACTS, type OperatorAct } from '#rules/operator-permissions.ts'
import { switchExchange } from '#server/modules/exchange/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { testActor } from '#testing/operators.ts'
import { checkAuditLog, listAuditEntries } from './audit-log.ts'
import { addOperator, changeOperator, operatorActing } from './change-operators.ts'
import { operate, type Act } from './operate.ts'

let database: TestDatabase
let owner: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

const acting = async <T>(work: (tx: Tx) => Promise<T>) => await inTransaction(database.db, work)
const pause = async (paused: boolean) =>
  await acting(async (tx) => await switchExchange(tx, testActor, { paused, reason: 'a try' }))
const last = async () => (await listAuditEntries(database.db, { limit: 1 }))[0]!
const clean = { breaks: [], differences: [] }

test('an act is one entry with what was before and after, and a refused one leaves nothing', async () => {
  await pause(true)
  expect(await last()).toMatchObject({
    by: 'test',
    via: 'job',
    action: 'exchange.pause',
    target: 'exchange',
    before: { paused: false },
    after: { paused: true },
    reason: 'a try',
  })
  const { seq } = await last()
  await expect(
    acting(async (tx) => {
      await switchExchange(tx, testActor, { paused: false, reason: 'a try' })
      throw new Error('on second thoughts')
    }),
  ).rejects.toThrow('on second thoughts')
  expect(await last()).toMatchObject({ seq, action: 'exchange.pause' })
  expect(await pause(true)).toBe(false)
  expect(await last()).toMatchObject({ seq })
})

test('a reason stands in clear where the act is about no member, and of those that are listed', async () => {
  const inClear: OperatorAct[] = []
  for (const action of OPERATOR_ACTS)
    for (const member of [undefined, { uid: 'somebody' }]) {
      const act = { action, target: 'a try', reason: 'a try', member } as Act
      const done = acting(async (tx) => {
        await operate(tx, testActor, act)
        throw new Error('undone')
      })
      const error: unknown = await done.catch((thrown: unknown) => thrown)
      if ((error as Error).message === 'undone' && !member) inClear.push(action)
      else expect((error as Error).message).toBe(`The reason of ${action} is sealed by the key of its member`)
    }
  expect(inClear.toSorted()).toEqual([...CLEAR_REASON_ACTS].toSorted())
  expect(CLEAR_REASON_ACTS.filter(isNeverOwn)).toEqual([])
})

test('acts at the same time each have their place in one chain', async () => {
  const before = (await last()).seq
  const act = { action: 'economy.set', target: 'economy' } as const
  await Promise.all(
    Array.from(
      { length: 20 },
      async (_, n) => await acting((tx) => operate(tx, testActor, { ...act, after: n })),
    ),
  )
  const entries = await listAuditEntries(database.db, { limit: 20, action: 'economy.set' })
  expect(entries.map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, n) => before + 20 - n))
  expect(await checkAuditLog(database.db)).toMatchObject({ entries: before + 20, ...clean })
})

test('the product changes no audited table without an act; what the owner of the database writes is logged', async () => {
  const write = `insert into exchange_rate (usd_to_crels, set_by) values (11, 'by hand')`
  await expect(acting((tx) => sql.raw(write).execute(tx))).rejects.toThrow(
    'a change of exchange_rate needs the act of an operator',
  )
  // Nor under one of before, which has its place in the chain.
  const { rows: old } = await owner.query<{ id: string }>('select id from audit_entry order by seq limit 1')
  const under = `select set_config('crels.audit_entry', '${old[0]!.id}', true)`
  await expect(
    acting(async (tx) => {
      await sql.raw(under).execute(tx)
      await sql.raw(write).execute(tx)
    }),
  ).rejects.toThrow('a change of exchange_rate needs the act of an operator')
  await owner.query(write)
  expect(await last()).toMatchObject({ via: 'database', action: 'database.write', target: 'exchange_rate' })
  await owner.query(`delete from exchange_rate where set_by = 'by hand'`)
  expect(await checkAuditLog(database.db)).toMatchObject(clean)
})

test('the log is added to by acts alone', async () => {
  for (const statement of [
    `update audit_entry set reason = 'another'`,
    'delete from audit_change',
    'truncate audit_entry cascade',
  ])
    await expect(owner.query(statement), statement).rejects.toThrow('the log is added to')
  for (const statement of [
    `update audit_head set seq = 0`,
    `insert into audit_change (entry_id, line, table_name, row_key) select id, 99, 'x', '{}' from audit_entry limit 1`,
  ])
    await expect(
      acting((tx) => sql.raw(statement).execute(tx)),
      statement,
    ).rejects.toThrow('permission denied')
})

test.each([
  ['changed', `update audit_entry set reason = 'another' where seq = 3`, [{ seq: 3, is: 'changed' }]],
  [
    'taken out',
    `delete from audit_change where entry_id = (select id from audit_entry where seq = 3);
     delete from audit_entry where seq = 3`,
    [{ seq: 4, is: 'missing before it' }],
  ],
  [
    'cut off the end',
    `delete from audit_change where entry_id = (select id from audit_entry order by seq desc limit 1);
     delete from audit_entry where seq = (select max(seq) from audit_entry)`,
    [{ is: 'missing at the end' }],
  ],
  [
    'changed in what it did',
    `update audit_change set after = '{}' where entry_id = (select id from audit_entry where seq = 1)`,
    [{ seq: 1, is: 'changed' }],
  ],
])('an entry that was %s is found, though its guards were off', async (_, tamper, breaks) => {
  await pause(true)
  await pause(false)
  await owner.query(`begin; set local session_replication_role = replica; ${tamper}`)
  const { rows } = await owner.query('select seq::int as seq, "is" from audit_breaks()')
  expect(rows).toMatchObject(breaks)
  await owner.query('rollback')
})

test('a row that was changed behind the log is found', async () => {
  await owner.query(
    `begin; set local session_replication_role = replica; update exchange_rate set usd_to_crels = 1000`,
  )
  const { rows } = await owner.query<object>('select * from audit_differences()')
  expect(rows).toMatchObject([
    { table_name: 'exchange_rate', stored: null },
    { table_name: 'exchange_rate', logged: null, stored: { usd_to_crels: 1000 } },
  ])
  await owner.query('rollback')
})

test('operators: the first is an owner, only owners make others, and one owner stays', async () => {
  const add = async (email: string, role: 'owner' | 'manager', as?: string) =>
    await acting(async (tx) => {
      const actor = as === undefined ? undefined : await operatorActing(tx, as)
      return await addOperator(tx, actor, { email, name: email, role })
    })
  await expect(add('ada@crels.example', 'manager')).rejects.toThrow('The first operator is an owner.')
  await add('Ada@Crels.example', 'owner')
  await expect(add('eve@crels.example', 'owner')).rejects.toThrow('An owner adds operators.')
  await add('bob@crels.example', 'manager', 'ada@crels.example')
  expect(await last()).toMatchObject({ by: 'Ada@Crels.example', via: 'command', action: 'operator.add' })
  await expect(add('eve@crels.example', 'manager', 'bob@crels.example')).rejects.toThrow('does not allow')
  await expect(add('BOB@crels.example', 'owner', 'ada@crels.example')).rejects.toThrow('an operator already')

  const change = async (
    email: string,
    wish: { role?: 'owner' | 'manager'; isDisabled?: boolean },
    as: string,
  ) =>
    await acting(async (tx) =>
      changeOperator(tx, await operatorActing(tx, as), { email, ...wish, reason: 'a try' }),
    )
  const [ada, bob] = ['ada@crels.example', 'bob@crels.example']
  await expect(change(bob, { role: 'owner' }, bob)).rejects.toThrow('does not allow')
  await expect(change(ada, { role: 'manager' }, ada)).rejects.toThrow('One owner has to stay')
  await change(bob, { role: 'owner' }, ada)
  // Each takes it from the other: one of them comes too late.
  const both = await Promise.allSettled([
    change(ada, { isDisabled: true }, bob),
    change(bob, { isDisabled: true }, ada),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const { rows } = await sql<{
    email: string
  }>`select email from operator where disabled_at is not null`.execute(database.db)
  await expect(acting((tx) => operatorActing(tx, rows[0]!.email))).rejects.toThrow('not an active operator')
})
