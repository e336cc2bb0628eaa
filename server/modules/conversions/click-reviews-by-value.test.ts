import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#testing/database.ts'
import { openDatabase, type Tx } from '#server/platform/database.ts'
import { fullText, listMigrations } from '#server/platform/migration-files.ts'

test('a site with clicks under review is migrated: they find their place by value, and decided ones stay', async () => {
  const database = await createTestDatabase()
  const db = openDatabase({ url: database.url, poolSize: 1 })
  // As before that migration.
  await sql`drop trigger click_review_valued on click_review`.execute(db)
  await sql`alter table click_review drop column click_millicrels`.execute(db)
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await insertEnrolment(tx)
    await sql`
      insert into click_review (id, enrolment_id, reason, clicks, first_at, last_at, state, decided_by, decided_at)
      select 'crv_' || state, 'enr_' || repeat('0', 32), 'network_limit', 3, now(), now(), state, decider, decided
      from (values ('under_review', null, null), ('accepted', 'olga', now())) r (state, decider, decided)`.execute(
      tx,
    )
  })
  await sql.raw(migration('0067_click_reviews_by_value.sql')).execute(db)
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

test('reviews that a process of the version before keeps have their place by value, too, also those from before that', async () => {
  const database = await createTestDatabase()
  const db = openDatabase({ url: database.url, poolSize: 1 })
  await sql`drop trigger click_review_valued on click_review`.execute(db)
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await insertEnrolment(tx)
  })
  // As such a process does.
  const keep = async (id: string) =>
    await sql`
      insert into click_review (id, enrolment_id, reason, clicks, first_at, last_at)
      values (${id}, 'enr_' || repeat('0', 32), 'network_limit', 3, now(), now())`.execute(db)
  await keep('crv_before')
  await sql.raw(migration('0077_click_reviews_of_older_processes.sql')).execute(db)
  await keep('crv_since')
  const { rows } = await sql`select id, click_millicrels as each from click_review order by id`.execute(db)
  expect(rows).toEqual([
    { id: 'crv_before', each: 500 },
    { id: 'crv_since', each: 500 },
  ])
  await db.destroy()
  await database.drop()
})

test('what waits at the upgrade is paid what it was worth, where its member has agreed to another reward since', async () => {
  const database = await createTestDatabase()
  const db = openDatabase({ url: database.url, poolSize: 1 })
  await sql`drop trigger enrolment_click_reward_changed on enrolment`.execute(db)
  await sql`drop table former_click_reward`.execute(db)
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await insertEnrolment(tx)
    await sql`
      insert into click_review (id, enrolment_id, reason, clicks, click_millicrels, first_at, last_at)
      select 'crv_' || each, 'enr_' || repeat('0', 32), 'network_limit', 3, each, at, at
      from (values (300, now() - interval '1 hour'), (500, now() + interval '1 hour')) r (each, at)`.execute(
      tx,
    )
  })
  await sql.raw(migration('0113_former_click_rewards.sql')).execute(db)
  const { rows } = await sql`
    select f.click_millicrels as each, f.until = n.applied_at as "isUntilThen"
    from former_click_reward f join enrolment n on n.id = f.enrolment_id`.execute(db)
  expect(rows).toEqual([{ each: 300, isUntilThen: true }])
  await db.destroy()
  await database.drop()
})

function migration(name: string): string {
  return fullText(listMigrations().find((file) => file.name === name)!)
}

async function insertEnrolment(tx: Tx): Promise<void> {
  await sql`
    insert into enrolment (id, uid, party, campaign_id, state, terms_version, reward_click_millicrels, hold_days,
                           cookie_days, applied_at)
    values ('enr_' || repeat('0', 32), 'usr_ada', 'pty_ada', 'cmp_beans', 'applied', 1, 500, 30, 30, now())`.execute(
    tx,
  )
}
