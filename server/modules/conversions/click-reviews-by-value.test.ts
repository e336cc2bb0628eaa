import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#testing/database.ts'
import { openDatabase } from '#server/platform/database.ts'

test('a site with clicks under review is migrated: they find their place by value, and decided ones stay', async () => {
  const database = await createTestDatabase()
  const db = openDatabase({ url: database.url, poolSize: 1 })
  // As before that migration.
  await sql`alter table click_review drop column click_millicrels`.execute(db)
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      insert into enrolment (id, uid, party, campaign_id, state, terms_version, reward_click_millicrels, hold_days,
                             cookie_days, applied_at)
      values ('enr_' || repeat('0', 32), 'usr_ada', 'pty_ada', 'cmp_beans', 'applied', 1, 500, 30, 30, now())`.execute(
      tx,
    )
    await sql`
      insert into click_review (id, enrolment_id, reason, clicks, first_at, last_at, state, decided_by, decided_at)
      select 'crv_' || state, 'enr_' || repeat('0', 32), 'network_limit', 3, now(), now(), state, decider, decided
      from (values ('under_review', null, null), ('accepted', 'olga', now())) r (state, decider, decided)`.execute(
      tx,
    )
  })
  const file = new URL('../../../migrations/0067_click_reviews_by_value.sql', import.meta.url)
  await sql.raw(readFileSync(file, 'utf8')).execute(db)
  const { rows } = await sql`select state, click_millicrels as each from click_review order by state`.execute(
    db,
  )
  expect(rows).toEqual([
    { state: 'accepted', each: null },
    { state: 'under_review', each: 500 },
  ])
  await expect(sql`update click_review set clicks = 4`.execute(db)).rejects.toMatchObject({ code: '23514' })
  await db.destroy()
  await database.drop()
})
