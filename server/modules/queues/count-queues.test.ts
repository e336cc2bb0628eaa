import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { getOperatorHome } from '#contracts/operator-home.endpoints.ts'
import type { OperatorHome } from '#contracts/operator-home.schemas.ts'
import { listReviewGroups } from '#contracts/operator-reviews.endpoints.ts'
import type { ReviewGroup } from '#contracts/operator-review-shapes.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { askServer } from '#testing/ask-server.ts'
import { createMember, type TestMember } from '#testing/members.ts'
import { operatorBearer } from '#testing/operators.ts'
import { countLongQueues, waitingQueues } from './count-queues.ts'

const many = 2_001

let app: TestApp
let member: TestMember
beforeAll(async () => {
  app = await startTestApp()
  await app.work()
  member = await createMember(app)
  // Past the guards: nobody makes so many by hand.
  await askServer(
    app.databaseUrl,
    `set session_replication_role = replica;
     insert into enrolment (id, uid, party, campaign_id, state, terms_version, reward_click_millicrels,
                            reward_sale_crels, hold_days, cookie_days, message, applied_at)
     select 'enr_' || md5('enr_' || n), '${member.uid}', 'pty_' || md5('x'), 'cmp_' || n, 'applied', 1, 1000, 84, 30, 30,
            'I would like to join.', timestamptz '2026-01-01' + n * interval '1 s'
     from generate_series(1, ${many}) n;
     insert into click_review (id, enrolment_id, reason, clicks, click_millicrels, first_at, last_at, created_at)
     select 'crv_' || md5('crv_' || n), 'enr_' || md5('enr_' || n), 'too_many', 2, 1000, now(), now(),
            timestamptz '2026-01-01' + n * interval '1 s'
     from generate_series(1, ${many}) n;
     insert into friend_invitation (friend_uid, friend_party, inviter_uid, inviter_party, state, reason, accepted_at,
                                    under_review_at)
     select 'usr_' || md5('f' || n), 'pty_' || md5('f' || n), '${member.uid}', 'pty_' || md5('x'), 'under_review',
            'shared_device', timestamptz '2026-01-01', timestamptz '2026-01-01' + n * interval '1 s'
     from generate_series(1, ${many}) n`,
  )
})
afterAll(() => app.close())

async function ask<T>(path: string): Promise<T> {
  const { headers } = await operatorBearer(app, 'owner')
  const answer = await app.server.inject({ url: path, headers })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const queueNamed = async (name: string) =>
  (await ask<OperatorHome>(getOperatorHome.path)).queues.find(({ queue }) => queue === name)!
const groups = async (kind = 'clicks') =>
  await ask<{ items: ReviewGroup[]; countedAt: string | null }>(`${listReviewGroups.path}?kind=${kind}`)

const oldestAt = '2026-01-01T00:00:01.000Z'
const ofTheMember = { reason: 'too_many', count: many, crels: 2 * many, oldestAt }
/** Of invitations those are one group who have one inviter. */
const ofTheInviter = () => ({
  items: [{ reason: 'shared_device', count: many, oldestAt, member: { uid: member.uid } }],
})

test('a long queue is counted by a job, says when, and is counted at each call again once it is short', async () => {
  expect(await queueNamed('applications')).toMatchObject({ count: many, oldestAt, countedAt: null })
  expect(await groups()).toMatchObject({ items: [ofTheMember], countedAt: null })
  expect(await groups('invitations')).toMatchObject({ ...ofTheInviter(), countedAt: null })

  await app.db.transaction().execute(async (tx) => await app.jobs.add(tx, 'count-queues', {}))
  await vi.waitFor(
    async () => expect((await queueNamed('applications')).countedAt).toEqual(expect.any(String)),
    20_000,
  )
  expect(await queueNamed('applications')).toMatchObject({ count: many, oldestAt })
  expect(await queueNamed('clicks')).toMatchObject({
    count: many,
    usdCents: Math.floor((2 * many * 100) / 10.5),
  })
  expect(await queueNamed('support')).toMatchObject({ count: 0, countedAt: null })
  expect(await groups()).toMatchObject({
    items: [{ ...ofTheMember, member: { uid: member.uid } }],
    countedAt: expect.any(String),
  })
  expect(await groups('invitations')).toMatchObject({ ...ofTheInviter(), countedAt: expect.any(String) })

  // What is decided since is in the count of the next minute; a group that is decided whole is gone at once.
  await askServer(
    app.databaseUrl,
    `set session_replication_role = replica; delete from click_review; delete from enrolment;
     delete from friend_invitation`,
  )
  expect(await queueNamed('clicks')).toMatchObject({ count: many })
  for (const kind of ['clicks', 'invitations'])
    expect(await groups(kind)).toMatchObject({ items: [], countedAt: expect.any(String) })
  await app.db.transaction().execute(async (tx) => await app.jobs.add(tx, 'count-queues', {}))
  await vi.waitFor(
    async () => expect(await queueNamed('clicks')).toMatchObject({ count: 0, countedAt: null }),
    20_000,
  )
  expect(await groups()).toEqual({ items: [], nextCursor: null, countedAt: null })
})

test('a count that took long is made again after ten times as long', async () => {
  await app.jobs.run('count-queues')
  const took = async (tookMs: number, ago: number) => {
    const count = { at: new Date(Date.now() - ago).toISOString(), tookMs, queues: [], groups: {} }
    await askServer(
      app.databaseUrl,
      `update pgboss.job set output = $1 where name = 'count-queues' and state = 'completed'`,
      { values: [JSON.stringify(count)] },
    )
    return { ...count, next: await countLongQueues(app.db) }
  }
  const early = await took(30_000, 4 * 60_000)
  expect(early.next.at).toBe(early.at)
  const due = await took(30_000, 6 * 60_000)
  expect(due.next.at > due.at).toBe(true)
  const quick = await took(5_000, 1_000)
  expect(quick.next.at > quick.at).toBe(true)
})

test('where all that is asked for is long, nothing is counted now', async () => {
  await app.jobs.run('count-queues')
  const long = { queue: 'payouts', count: many, oldestAt: null, usdCents: 60_00, unvalued: 0 }
  const count = { at: new Date(Date.now() - 30_000).toISOString(), tookMs: 1, queues: [long], groups: {} }
  await askServer(
    app.databaseUrl,
    `update pgboss.job set output = $1 where name = 'count-queues' and state = 'completed'`,
    { values: [JSON.stringify(count)] },
  )
  expect(await waitingQueues(app.db, { withMoney: true, queues: ['payouts'] })).toEqual([
    { ...long, countedAt: count.at },
  ])
})

test('a member who leaves is in no count', async () => {
  const leaver = await createMember(app)
  const counted = `select from pgboss.job where name = 'count-queues' and state = 'completed' and output::text like '%usr_%'`
  await askServer(
    app.databaseUrl,
    `update pgboss.job set output = jsonb_build_object('groups', jsonb_build_object('clicks', jsonb_build_array(
       jsonb_build_object('uid', $1::text)))) where name = 'count-queues' and state = 'completed'`,
    { values: [leaver.uid] },
  )
  expect(await askServer(app.databaseUrl, counted)).not.toEqual([])
  const answer = await app.server.inject({
    method: 'DELETE',
    url: `/api/v1/users/${leaver.uid}`,
    headers: leaver.headers,
    payload: { confirmation: leaver.email },
  })
  expect(answer.statusCode, answer.body).toBe(202)
  await app.jobs.run('erase-members')
  expect(await askServer(app.databaseUrl, counted)).toEqual([])
})
