import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { app, follow, hasty, openApp, refund, report, sale, sell, stage } from './conversions.fixture.ts'

openApp()

// What the code promises, asked of the database by SQL, as the owner of the tables.
let owner: pg.Client
const ids: Record<string, string> = {}

beforeAll(async () => {
  owner = new pg.Client({ connectionString: app.databaseUrl })
  await owner.connect()
  const at = await stage()
  const accepted = await sell(at)
  ids.accepted = accepted.body.id
  ids.pending = accepted.body.earning.id
  ids.refund = (await refund(at.key, accepted.eventId, { amount: { currency: 'USD', minor: 50_00 } })).body.id
  const gone = await sell(at)
  await refund(at.key, gone.eventId)
  ids.reversed = gone.body.earning.id
  ids.rejected = (await report(at.key, sale('clk_unknown'))).body.id
  const held = await report(at.key, hasty(await follow(at.code)))
  ids.held = held.body.id
  ids.reserved = held.body.earning.id
})
afterAll(async () => {
  await owner.end()
})

test.each<[string, string, string]>([
  [
    'an accepted conversion is not rejected later',
    'accepted',
    `update conversion set status = 'rejected', reason = 'x' where id = $1`,
  ],
  [
    'a rejected one is not accepted later',
    'rejected',
    `update conversion set status = 'accepted', reason = null where id = $1`,
  ],
  [
    'a held one is not moved to another click while it is decided',
    'held',
    `update conversion set status = 'accepted', reason = null, decided_at = crels_now(), click_id = 'clk_other' where id = $1`,
  ],
  ['a held one does not lose its reason', 'held', `update conversion set reason = null where id = $1`],
  ['an earning does not grow', 'pending', `update earning set crels = crels + 1 where id = $1`],
  [
    'nor unlock on another day',
    'pending',
    `update earning set unlocks_at = unlocks_at - interval '1 day' where id = $1`,
  ],
  ['nor change hands', 'pending', `update earning set uid = 'usr_other' where id = $1`],
  [
    'nor get back what was refunded',
    'pending',
    `update earning set reversed_crels = reversed_crels - 1 where id = $1`,
  ],
  [
    'nor be reversed by more than it was',
    'pending',
    `update earning set reversed_crels = crels + 1 where id = $1`,
  ],
  ['nor be available without its moment', 'pending', `update earning set state = 'available' where id = $1`],
  [
    'a reversed one does not come back',
    'reversed',
    `update earning set state = 'pending', reason = null where id = $1`,
  ],
  [
    'a held one is not available at once',
    'reserved',
    `update earning set state = 'available', reason = null, unlocked_at = crels_now() where id = $1`,
  ],
  [
    'a conversion has one earning',
    'pending',
    `insert into earning select (jsonb_populate_record(e, jsonb_build_object('id', 'ern_' || md5('x')))).* from earning e where id = $1`,
  ],
  ['a refund does not change', 'refund', `update refund set reversed_crels = 0 where id = $1`],
])('%s', async (_promise, name, statement) => {
  await expect(owner.query(statement, [ids[name]])).rejects.toMatchObject({
    code: expect.stringMatching(/^(23514|23505)$/),
  })
})

test.each(['conversion', 'earning', 'refund'])('the product’s role deletes no %s', async (table) => {
  await owner.query('set role crels_app')
  await expect(owner.query(`delete from ${table}`)).rejects.toMatchObject({ code: '42501' })
  await expect(owner.query(`truncate ${table} cascade`)).rejects.toMatchObject({ code: '42501' })
  await owner.query('reset role')
})

test('to accept an event reads what is about it, not all that the brand reported', async () => {
  const rowsRead = async () =>
    Number(
      (
        await owner.query(`select coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as read
                           from pg_stat_xact_user_tables where relname = 'conversion'`)
      ).rows[0]?.read ?? 0,
    )
  // As the product's connections plan.
  await owner.query(`set plan_cache_mode = 'force_generic_plan'`)
  const copy = async (events: string) =>
    await owner.query(
      `insert into conversion
         select (jsonb_populate_record(c, jsonb_build_object('id', 'cnv_' || md5(e), 'event_id', e))).*
         from conversion c, (${events}) as e (e) where c.id = $1`,
      [ids.accepted],
    )
  await owner.query('begin')
  try {
    await copy(`select 'other-' || n from generate_series(1, 400) n`)
    const before = await rowsRead()
    await copy(`values ('one')`)
    expect((await rowsRead()) - before).toBeLessThan(20)
    await owner.query('savepoint refused')
    await expect(copy(`values ('pixel:one clk_1')`)).rejects.toThrow('event one was accepted already')
    await owner.query('rollback to refused')
    await copy(`values ('pixel:two clk_1')`)
    await owner.query('savepoint refused')
    await expect(copy(`values ('pixel:two clk_2')`)).rejects.toThrow('event two was accepted already')
    await owner.query('rollback to refused')
    await expect(copy(`values ('two')`)).rejects.toThrow('event two was accepted already')
  } finally {
    await owner.query('rollback')
    await owner.query('reset plan_cache_mode')
  }
})
