import { afterAll, beforeAll, expect, test } from 'vitest'
import { decideApplication } from '#server/modules/campaigns/public.ts'
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
      await inTransaction(app.db, async (tx) => decideApplication(tx, actor, { enrolmentId, approve }))
    const both = await Promise.allSettled([decide(olga, true), decide(bob, false)])
    const refused = both.find((one) => one.status === 'rejected')
    const [first, state] = both[0].status === 'fulfilled' ? ['olga', 'active'] : ['bob', 'declined']
    expect(refused?.reason).toMatchObject({ code: 'conflict' })
    expect(String(refused?.reason)).toMatch(
      new RegExp(`This application is ${state}\\. ${first} did campaign\\.decide on it at \\d{4}-.+ UTC\\.$`),
    )
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
    inTransaction(app.db, async (tx) => decideApplication(tx, finance, { enrolmentId, approve: true })),
  ).rejects.toMatchObject({ code: 'forbidden' })
  expect(await actsOn(enrolmentId)).toEqual([])
  const after = await app.server.inject({ method: 'POST', url, payload: {}, headers })
  expect(after.json()).toMatchObject({ state: 'applied' })
})
