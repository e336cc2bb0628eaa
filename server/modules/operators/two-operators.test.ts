import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { suspendBrand } from '#server/modules/brands/public.ts'
import { decideApplication, hasLeftCampaign, setCampaignState } from '#server/modules/campaigns/public.ts'
import { notifyMembers } from '#server/modules/notifications/public.ts'
import { setLinkBanned } from '#server/modules/shortlinks/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createCampaign } from '#testing/campaigns.ts'
import { createMember } from '#testing/members.ts'
import { addOlga, testActor } from '#testing/operators.ts'
import { listAuditEntries } from './audit-log.ts'
import { addOperator, operatorActing } from './change-operators.ts'
import type { PersonActor } from './operate.ts'

let app: TestApp
let olga: PersonActor
let bob: PersonActor
beforeAll(async () => {
  app = await startTestApp()
  olga = await operatorActing(app.db, (await addOlga(app.db)).OPERATOR)
  const email = 'bob@crels.example'
  await inTransaction(app.db, async (tx) =>
    addOperator(tx, testActor, { email, name: 'bob', role: 'support' }),
  )
  bob = await operatorActing(app.db, email)
})
afterAll(() => app.close())

const actsOn = async (target: string) =>
  (await listAuditEntries(app.db, { target, limit: 20 })).map(({ by, action, before, after }) => ({
    by,
    action,
    before,
    after,
  }))

test('two who decide one application otherwise: one act, and the other reads who did what when', async () => {
  const campaign = await createCampaign(app, { approval: 'application' })
  for (let round = 0; round < 5; round += 1) {
    const { headers } = await createMember(app)
    const url = `/api/v1/campaigns/${campaign.id}/enrolment`
    const applied = await app.server.inject({ method: 'POST', url, payload: {}, headers })
    const { id: enrolmentId } = applied.json<{ id: string }>()
    const decide = async (actor: PersonActor, approve: boolean) =>
      await inTransaction(app.db, async (tx) => decideApplication(tx, actor, { enrolmentId, approve }, {}))
    const both = await Promise.allSettled([decide(olga, true), decide(bob, false)])
    const refused = both.find((one) => one.status === 'rejected')
    const [first, state] = both[0].status === 'fulfilled' ? ['olga', 'active'] : ['bob', 'declined']
    expect(refused?.reason).toMatchObject({ code: 'conflict' })
    expect(String(refused?.reason)).toMatch(
      new RegExp(`This application is ${state}\\. ${first} did campaign\\.decide on it at \\d{4}-.+ UTC\\.$`),
    )
    // The one who decided may say it again, and not otherwise.
    const again: [PersonActor, boolean] = first === 'olga' ? [olga, true] : [bob, false]
    expect(await decide(...again)).toMatchObject({ state })
    await expect(decide(again[0], !again[1])).rejects.toMatchObject({ code: 'conflict' })
    expect(await actsOn(enrolmentId)).toEqual([
      { by: first, action: 'campaign.decide', before: { state: 'applied' }, after: { state } },
    ])
  }
})

test('a role that does not decide changes nothing', async () => {
  const campaign = await createCampaign(app, { approval: 'application' })
  const { headers } = await createMember(app)
  const url = `/api/v1/campaigns/${campaign.id}/enrolment`
  const { id: enrolmentId } = (await app.server.inject({ method: 'POST', url, payload: {}, headers })).json<{
    id: string
  }>()
  const finance = { ...bob, role: 'finance' } as const
  await expect(
    inTransaction(app.db, async (tx) => decideApplication(tx, finance, { enrolmentId, approve: true }, {})),
  ).rejects.toMatchObject({ code: 'forbidden' })
  expect(await actsOn(enrolmentId)).toEqual([])
  const after = await app.server.inject({ method: 'POST', url, payload: {}, headers })
  expect(after.json()).toMatchObject({ state: 'applied' })
})

test('each of a pair of acts restores what the other changed, and twice is one entry', async () => {
  const campaign = await createCampaign(app)
  const { rows } = await sql<{ slug: string }>`
    select b.slug from brand b join campaign c on c.brand_id = b.id where c.id = ${campaign.id}`.execute(
    app.db,
  )
  const { slug } = rows[0]!
  const member = await createMember(app)
  const url = `/api/v1/campaigns/${campaign.id}/enrolment`
  const joined = await app.server.inject({ method: 'POST', url, payload: {}, headers: member.headers })
  const { code } = joined.json<{ link: { code: string } }>().link
  const seen = async () => {
    const tables = await sql<{ it: unknown }>`
      select json_build_array(c.state, c.terms_version, b.state, l.state, l.banned_from, l.blocked_by_host, e.state) as it
      from campaign c join brand b on b.id = c.brand_id join link l on l.code = ${code}
      join enrolment e on e.campaign_id = c.id where c.id = ${campaign.id}`.execute(app.db)
    return tables.rows[0]!.it
  }
  const pairs: [string, (tx: Tx, isDone: boolean) => Promise<unknown>][] = [
    [slug, (tx, suspended) => suspendBrand(tx, olga, { slug, suspended })],
    [
      code,
      (tx, isBanned) =>
        setLinkBanned(
          tx,
          olga,
          { code, isBanned },
          { hasLeftCampaign, notify: notifyMembers, secret: app.secret },
        ),
    ],
  ]
  const before = await seen()
  for (const [target, act] of pairs) {
    const earlier = (await actsOn(target)).length
    for (const isDone of [true, true, false, false])
      await inTransaction(app.db, async (tx) => await act(tx, isDone))
    expect(await seen()).toEqual(before)
    expect(await actsOn(target)).toHaveLength(earlier + 2)
  }
  const state = async (action: 'pause' | 'resume', actor = olga) =>
    await inTransaction(app.db, async (tx) =>
      setCampaignState(tx, actor, { campaignId: campaign.id, action }),
    )
  await state('pause')
  expect(await seen()).not.toEqual(before)
  expect(await state('pause')).toBe('paused')
  await expect(state('pause', { ...bob, role: 'manager' })).rejects.toThrow(
    /paused cannot pause\. olga did campaign\.state/,
  )
  await state('resume')
  expect(await seen()).toEqual(before)
})
