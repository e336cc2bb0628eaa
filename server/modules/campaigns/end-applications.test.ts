import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createCampaign } from '#testing/campaigns.ts'
import { createMember, noticesTo, type TestMember } from '#testing/members.ts'
import { testActor } from '#testing/operators.ts'
import { shiftClock } from '#server/platform/clock.ts'
import { enrolmentOf } from './campaigns.fixture.ts'
import { app, join, openApp } from './enrolments.fixture.ts'
import { setCampaignState } from './public.ts'

openApp()

async function applicant(changes: object = {}) {
  const campaign = await createCampaign(app, { approval: 'application', ...changes })
  const member = await createMember(app)
  const { id } = (await join(campaign.id, {}, member)).json()
  return { campaign, member, id: id as string }
}

/** Ended, with one notice; the campaign has nobody who waits. */
async function expectEnded({ campaign, member, id }: Awaited<ReturnType<typeof applicant>>) {
  expect(await enrolmentOf(app.db, id)).toMatchObject({ state: 'left' })
  const { rows } = await sql`select state, applicants from campaign where id = ${campaign.id}`.execute(app.db)
  expect(rows).toEqual([{ state: 'ended', applicants: 0 }])
  expect(await subjectsTo(member)).toEqual([`“${campaign.title}” ended before your application was decided`])
  // A kind of its own: a process of the version before, which reads any other as declined, leaves it to a newer one.
  const { rows: kinds } = await sql`select kind from notification where uid = ${member.uid}`.execute(app.db)
  expect(kinds).toEqual([{ kind: 'application_ended' }])
}

const subjectsTo = async (member: TestMember) => (await noticesTo(app, member)).map(({ subject }) => subject)

test('an application ends with its campaign when an operator ends it; who is in it stays, and hears nothing', async () => {
  const waiting = await applicant()
  const { campaign } = waiting
  const inIt = await createMember(app)
  await sql`update campaign set approval = 'open' where id = ${campaign.id}`.execute(app.db)
  const joined = (await join(campaign.id, {}, inIt)).json()
  const end = async () =>
    await app.db
      .transaction()
      .execute(async (tx) =>
        setCampaignState(tx, testActor, { campaignId: campaign.id, action: 'end', reason: 'Over.' }),
      )
  await end()
  await end()
  await expectEnded(waiting)
  await app.jobs.run('advance-campaigns')
  await expectEnded(waiting)
  expect(await enrolmentOf(app.db, joined.id)).toMatchObject({ state: 'active' })
  expect(await subjectsTo(inIt)).toEqual([])
})

test('and when its end date comes, or came before applications ended so', async () => {
  const endsAt = new Date(app.clock.now().getTime() + 86_400_000).toISOString()
  const [timed, older, waits] = [await applicant({ endsAt }), await applicant(), await applicant()]
  await sql`update campaign set state = 'ended' where id = ${older.campaign.id}`.execute(app.db)
  await shiftClock(app.db, '2 days')
  expect(await app.jobs.run('advance-campaigns')).toMatchObject({ applicationsEnded: 2 })
  await expectEnded(timed)
  await expectEnded(older)
  expect(await enrolmentOf(app.db, waits.id)).toMatchObject({ state: 'applied' })
  expect(await app.jobs.run('advance-campaigns')).toMatchObject({ applicationsEnded: 0 })
})
