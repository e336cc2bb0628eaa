import { pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'
import type { OperatedMemberView } from '#contracts/operator-members.schemas.ts'
import {
  advanceClock,
  app,
  openApp,
  read,
  sell,
  stage,
} from '#server/modules/conversions/conversions.fixture.ts'
import { unlockEarnings } from '#server/modules/conversions/public.ts'
import { newId } from '#server/platform/ids.ts'
import { createMember } from '#testing/members.ts'
import { callOperator, operatorBearer, type TestOperator } from '#testing/operators.ts'

openApp()

let sue: TestOperator
beforeAll(async () => {
  sue = await operatorBearer(app, 'support', 'sue@crels.example')
})

const reason = 'Bought clicks.'
const at = ({ uid }: { uid: string }, enrolmentId: string) => `/members/${uid}/campaigns/${enrolmentId}`
const reach = async (path: string) => await callOperator(app, sue, { path: `${path}/removal-preview` })
const remove = async (path: string, payload: object = { reason }, who = sue) =>
  await callOperator(app, who, { method: 'POST', path: `${path}/removal`, payload })

test('says what removing a member from a campaign touches, and removes them: links stop, what they earned stays', async () => {
  const sold = await stage({ holdDays: 7 })
  const { member, enrolmentId } = sold
  await sell(sold)
  await advanceClock('8 days')
  await unlockEarnings(app.db, { log: pino({ level: 'silent' }) })
  await sell(sold)
  const path = at(member, enrolmentId)
  expect((await reach(path)).body).toEqual({ links: 1, availableCrels: 84, pendingCrels: 84, reviewCrels: 0 })
  expect((await remove(path)).status).toBe(204)
  expect((await reach(path)).body).toEqual({ links: 0, availableCrels: 84, pendingCrels: 84, reviewCrels: 0 })
  expect(await read(member, '/wallet')).toMatchObject({ available: 84, pending: 84 })
  const shown = (await callOperator(app, sue, { path: `/members/${member.uid}` })).body as OperatedMemberView
  expect(shown.campaigns).toMatchObject([{ id: sold.campaignId, enrolmentId, state: 'removed' }])
  expect(shown.acts.map(({ action, by }) => `${by} ${action}`)).toContain('sue campaign.remove')
})

test('one’s own removal once more is the same, another operator’s is a conflict that names who was faster', async () => {
  const { member, enrolmentId } = await stage()
  const path = at(member, enrolmentId)
  expect([(await remove(path)).status, (await remove(path)).status]).toEqual([204, 204])
  const mia = await operatorBearer(app, 'manager', 'mia@crels.example')
  const late = await remove(path, { reason }, mia)
  expect([late.status, late.body.code]).toEqual([409, 'conflict'])
  expect(late.body.detail).toMatch(
    /only a member can be removed\. sue did campaign\.remove on it at .+ UTC\.$/,
  )
})

test('refuses an enrolment of another member, one that is unknown, and a removal without a reason', async () => {
  const { member, enrolmentId } = await stage()
  const other = await createMember(app)
  expect((await reach(at(other, enrolmentId))).status).toBe(404)
  expect((await remove(at(other, enrolmentId))).status).toBe(404)
  expect((await remove(at(member, newId('enrolment')))).status).toBe(404)
  expect((await remove(at(member, 'enr_1'))).status).toBe(404)
  expect((await remove(at(member, enrolmentId), { reason: ' ' })).status).toBe(422)
  const fay = await operatorBearer(app, 'finance', 'fay@crels.example')
  expect((await remove(at(member, enrolmentId), { reason }, fay)).body.code).toBe('forbidden')
  expect((await reach(at(member, enrolmentId))).body.links).toBe(1)
})
