import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { distribution, distributionFaults } from './distribution.ts'

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await createTestDatabase({ legs: true })
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

/** What is found after a statement, which is taken back. */
async function after(statement: string, tables = distribution): Promise<string[]> {
  await client.query('begin')
  try {
    await client.query(statement)
    return await distributionFaults(client, tables)
  } finally {
    await client.query('rollback')
  }
}

test('a ledger in legs could be spread: keys, references, triggers and functions stay with a party', async () => {
  expect(await distributionFaults(client)).toEqual([])
})

test.skipIf(process.env.LEDGER_LEGS)(
  'one that posts without legs could not, by two of its triggers (skipped where LEDGER_LEGS has every test post in legs)',
  async () => {
    const whole = await createTestDatabase()
    const owner = new pg.Client({ connectionString: whole.url })
    await owner.connect()
    try {
      expect(await distributionFaults(owner)).toEqual([
        'ledger_check_entries, a trigger of entry, asks account, entry on other servers',
        'ledger_check_posted, a trigger of account, asks entry on other servers',
      ])
    } finally {
      await owner.end()
      await whole.drop()
    }
  },
)

test('a unique key without the column is found', async () => {
  expect(await after('create unique index one_kind on hold (account_id, id)')).toEqual([
    'one_kind (account_id, id) lacks party',
  ])
  expect(await after('create unique index one_scope on ledger_key (scope) include (idem)')).toEqual([
    'one_scope (scope) lacks idem',
  ])
})

test('a reference between servers is found, also of a table that nobody named', async () => {
  const unique = 'alter table award add constraint of_both unique (program, period, party)'
  expect(
    await after(`${unique}; alter table lot_use add constraint wrong_way
      foreign key (party, txn_id, txn_id) references award (program, period, party)`),
  ).toEqual(['wrong_way: lot_use (party, txn_id, txn_id) may refer to a row of award on another server'])
  expect(
    await after(`create table receipt (party text, txn_id text, constraint receipt_txn
      foreign key (txn_id, party) references txn (id, party))`),
  ).toEqual(['receipt_txn: receipt refers to txn and is not spread'])
})

test('a trigger that asks other servers is found', async () => {
  const trigger = (body: string) => `
    create function asks() returns trigger language plpgsql as $$ begin ${body} return null; end $$;
    create trigger asks after insert on hold for each row execute function asks()`
  expect(await after(trigger('perform from txn t where t.id = new.idem;'))).toEqual([
    'asks, a trigger of hold, asks txn on other servers',
  ])
  expect(await after(trigger('perform from txn t where t.id = new.idem and t.party = new.party;'))).toEqual(
    [],
  )
  expect(await after(trigger('perform from account_code c where c.code = new.scope;'))).toEqual([])
})

/** A function that the application may call. */
const writer = (...body: string[]) => `
  create function writes(p_party text, p_id text) returns void language plpgsql as $$
  begin
    ${body.join('\n')}
  end
  $$`

test('a function that locks rows without the column is found', async () => {
  const found = ['writes locks hold without party: the rows may be on several servers']
  expect(await after(writer('perform from hold h where h.id = p_id for update;'))).toEqual(found)
  expect(await after(writer('perform from hold where id = p_id for no key update skip locked;'))).toEqual(
    found,
  )
  expect(
    await after(writer('perform from hold h where h.id = p_id and h.party = p_party for update;')),
  ).toEqual([])
  expect(await after(writer('perform from hold where party = p_party for update;'))).toEqual([])
  expect(await after(writer('perform from hold h where h.party = any (array[p_party]) for update;'))).toEqual(
    found,
  )
})

test('a function that writes and joins by another column is found, also where both rows are named', async () => {
  const update = 'update award set period = period where party = p_party;'
  const found = (tables: string) => [`writes joins ${tables} not by what they are spread by`]
  const join = (on: string) => writer(`perform from entry e join txn t on ${on};`, update)
  expect(await after(join('t.id = e.txn_id'))).toEqual(found('entry, txn'))
  expect(await after(join('t.id = e.txn_id and t.party = e.party'))).toEqual([])
  expect(await after(join('t.id = e.txn_id and t.party = p_party and e.party = p_party'))).toEqual([])
  expect(await after(join(`t.id = e.txn_id and t.party = p_party and e.party = 'house'`))).toEqual(
    found('entry, txn'),
  )
  expect(
    await after(
      writer('perform from ledger_key k join txn t on t.party = k.party where k.idem = p_id;', update),
    ),
  ).toEqual(found('ledger_key, txn'))
  // One that only reads may be asked of all servers and joined by the one that asked.
  expect(await after(writer('perform from entry e join txn t on t.id = e.txn_id;'))).toEqual([])
})

test('a function that writes within a with is found, and one that another calls', async () => {
  const within = `with moved as (update account a set posted = a.posted where a.id > 0 returning a.id)
    insert into hold (id) select id::text from moved;`
  expect(await after(writer(within))).toEqual(['writes writes within a with, beside account, hold'])
  const inner = writer(within).replace('writes(', 'within(')
  expect(
    await after(
      `${inner}; revoke execute on function within from public; ${writer('perform within(p_party, p_id);')}`,
    ),
  ).toEqual(['within writes within a with, beside account, hold'])
  expect(await after(`${inner}; revoke execute on function within from public`)).toEqual([])
})

test('of a function that asks whether the ledger is in legs, what is done in legs is looked at', async () => {
  const lock = 'perform from hold h where h.id = p_id for update;'
  const found = ['writes locks hold without party: the rows may be on several servers']
  expect(await after(writer('if ledger_in_legs() then', 'return;', 'end if;', lock))).toEqual([])
  expect(await after(writer('if ledger_in_legs() then', 'perform 1;', 'end if;', lock))).toEqual(found)
  expect(await after(writer('if ledger_in_legs() then', lock, 'return;', 'end if;'))).toEqual(found)
  expect(await after(writer('if ledger_in_legs() then', 'perform 1;', 'else', lock, 'end if;'))).toEqual([])
})

test('a column that is missing or may be null is found, and an identity of another type', async () => {
  const tables = { ...distribution, ledger_key: { by: 'home' }, webhook_delivery: { by: 'last_error' } }
  const found = await after('alter table hold add n integer generated always as identity', tables)
  expect(found).toEqual(
    expect.arrayContaining([
      'hold.n is an identity and no bigint',
      'ledger_key has no column home to be spread by',
    ]),
  )
})
