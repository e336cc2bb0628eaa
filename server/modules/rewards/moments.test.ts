import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { grantAward } from '#server/modules/ledger/public.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { createCampaign } from '#testing/campaigns.ts'
import { manyAtOnce } from '#testing/config.ts'
import { completeProfile } from '#testing/members.ts'
import { inAYear } from '#testing/points.ts'
import { advanceClock, app, claim, openApp, person, read, type Person } from '#testing/rewards.ts'

openApp()

const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'
const moments = async (member: Person) => (await read(member, '/gamification/moments')).items

async function celebrate(member: Person, moment: string): Promise<boolean> {
  const answer = await claim(member, 'moments', { moment })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().isFirst
}

async function visit(url: string, remoteAddress: string): Promise<void> {
  const headers = { 'user-agent': agent }
  const answer = await app.server.inject({ url: new URL(url).pathname, headers, remoteAddress })
  expect(answer.statusCode).toBe(302)
  await app.clicks.flush()
}

test('a complete profile is celebrated by one of many devices, once', async () => {
  const ada = await person()
  expect(await moments(ada)).toEqual([])
  expect(await celebrate(ada, 'profile_complete')).toBe(false)
  await app.server.inject({
    method: 'PATCH',
    url: `/api/v1/users/${ada.uid}`,
    headers: ada.headers,
    payload: completeProfile,
  })
  expect(await moments(ada)).toMatchObject([{ moment: 'profile_complete', kind: 'profile_complete' }])
  const answers = await Promise.all(
    Array.from({ length: manyAtOnce }, async () => await celebrate(ada, 'profile_complete')),
  )
  expect(answers.filter(Boolean)).toHaveLength(1)
  expect(await moments(ada)).toEqual([])
  expect(await celebrate(ada, 'level_9')).toBe(false)
  expect((await claim(ada, 'moments', { moment: '../x' })).statusCode).toBe(422)
})

test('the first click is a stranger’s, with brand and country, and no more of them', async () => {
  const campaign = await createCampaign(app)
  const ada = await person({ profile: completeProfile })
  await celebrate(ada, 'profile_complete')
  const joined = await app.server.inject({
    method: 'POST',
    url: `/api/v1/campaigns/${campaign.id}/enrolment`,
    headers: ada.headers,
  })
  const { url } = joined.json().link
  // Her own device, which the product has seen her use.
  const own = '8.8.4.4'
  const headers = { ...ada.headers, 'user-agent': agent }
  await app.server.inject({ url: '/api/v1/wallet', headers, remoteAddress: own })
  const seen = async () =>
    (await sql`select from member_visitor where uid = ${ada.uid}`.execute(app.db)).rows.length
  await expect.poll(seen).toBeGreaterThan(0)
  await visit(url, own)
  expect(await moments(ada)).toEqual([])

  await visit(url, '8.8.8.8')
  await visit(url, '1.1.1.1')
  const [first, ...others] = await moments(ada)
  expect(others).toEqual([])
  expect(first).toEqual({
    moment: 'first_click',
    kind: 'first_click',
    at: expect.any(String),
    level: null,
    country: 'US',
    campaign: { id: campaign.id, title: expect.any(String), brand: expect.any(String) },
  })
  const changed = async () => (await read(ada, '/stream?since=')).id
  const before = await changed()
  expect(await celebrate(ada, 'first_click')).toBe(true)
  expect(await changed()).not.toBe(before)
  expect(await moments(ada)).toEqual([])
})

test('a level is news for a month, each once, and its member’s archive has it', async () => {
  const ada = await person()
  const grant = async (points: number) =>
    await inTransaction(app.db, async (tx) =>
      grantAward(tx, {
        party: ada.party,
        program: 'test',
        period: String(points),
        points,
        expiresAt: inAYear(),
      }),
    )
  await grant(250)
  expect(await moments(ada)).toMatchObject([{ moment: 'level_2', kind: 'level_up', level: 2 }])
  expect(await celebrate(ada, 'level_2')).toBe(true)
  await grant(500)
  await advanceClock('31 days')
  expect(await moments(ada)).toEqual([])
  const { rows } = await sql`select moment from moment where party = ${ada.party}`.execute(app.db)
  expect(rows).toEqual([{ moment: 'level_2' }])
})
