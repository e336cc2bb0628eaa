import { afterAll, beforeAll, expect, test } from 'vitest'
import { shiftClock } from '#server/platform/clock.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createBrand, createCampaign } from '#testing/campaigns.ts'
import { completeProfile, createMember, noticesTo, type TestMember } from '#testing/members.ts'

let app: TestApp
let brandId: string
beforeAll(async () => {
  app = await startTestApp()
  brandId = (await createBrand(app, { name: 'Paperbird' })).id
})
afterAll(() => app.close())

const send = async () => await app.jobs.run('send-campaign-news')

async function choose(member: TestMember, isWanted: boolean) {
  const response = await app.server.inject({
    method: 'PATCH',
    url: `/api/v1/users/${member.uid}/notification-choices`,
    headers: member.headers,
    payload: { groups: { campaign_news: { mail: isWanted ? 'now' : 'off' } } },
  })
  expect(response.statusCode).toBe(200)
}

/** A campaign that begins an hour after what was before. */
async function begin(title: string, changes: Parameters<typeof createCampaign>[1] = {}) {
  await advanceClock('1 hour')
  await createCampaign(app, { brandId, title, startsAt: app.clock.now().toISOString(), ...changes })
  await advanceClock('1 hour')
}

async function advanceClock(interval: string) {
  await shiftClock(app.db, interval)
  await app.clock.follow(app.db)
}

const news = async (member: TestMember) =>
  (await noticesTo(app, member)).filter(({ subject }) => subject.includes('new campaign'))

test('mails those who asked what began since, at most once a week, best match first', async () => {
  const [ada, silent] = [
    await createMember(app, { profile: completeProfile }),
    await createMember(app, { profile: completeProfile }),
  ]
  await begin('Before she asked')
  await choose(ada, true)
  await send()
  expect(await news(ada)).toEqual([])

  await begin('Night trains', { category: 'travel' })
  await begin('Tools', { category: 'software' })
  await begin('Only in Norway', { countries: ['NO'] })
  await Promise.all([send(), send()])
  const [first, ...others] = await news(ada)
  expect(others).toEqual([])
  expect(first!.subject).toBe('2 new campaigns for you')
  expect(first!.text).toMatch(/Paperbird: Tools\.[\s\S]*Paperbird: Night trains\./)
  expect(first!.text).not.toMatch(/Norway|Before/)
  expect(first!.links).toContain(`${app.config.publicOrigin}/campaigns/all/new-arrivals`)

  await begin('A day later')
  await send()
  expect(await news(ada)).toHaveLength(1)
  await advanceClock('7 days')
  await send()
  expect((await news(ada)).map(({ subject }) => subject)).toEqual([
    'A new campaign for you',
    '2 new campaigns for you',
  ])
  await advanceClock('8 days')
  await send()
  expect(await news(ada), 'nothing began').toHaveLength(2)
  expect(await news(silent)).toEqual([])
})

test('one click stops them', async () => {
  const bob = await createMember(app, { profile: completeProfile })
  await choose(bob, true)
  for (let i = 0; i < 7; i++) await begin(`Many ${i}`)
  await send()
  const [mail] = await news(bob)
  expect(mail).toMatchObject({ subject: '5 new campaigns for you' })
  expect(mail!.text).toContain('And there are more.')
  const stop = mail!.links.find((link) => link.includes('/unsubscribe?'))!
  const response = await app.server.inject({
    method: 'POST',
    url: stop.slice(app.config.publicOrigin.length),
    payload: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(response.statusCode).toBe(200)
  await advanceClock('8 days')
  await begin('After he stopped')
  await send()
  expect(await news(bob)).toHaveLength(1)
})
