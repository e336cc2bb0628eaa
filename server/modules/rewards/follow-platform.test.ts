import { beforeAll, expect, test } from 'vitest'
import { defaultEconomy } from '#rules/economy.ts'
import { manyAtOnce } from '#testing/config.ts'
import { expireRecovery, mailsTo, tokenOf } from '#testing/members.ts'
import { app, claim, openApp, person, type Person, pointsOf, read, set } from '#testing/rewards.ts'

openApp()

const platforms = [
  { platform: 'youtube', url: 'https://youtube.com/@crels' },
  { platform: 'x', url: 'https://x.com/crels' },
]
beforeAll(async () => await set('socialFollow.platforms', platforms))

/** The same member with another address, which they have verified. */
async function movedTo(member: Person, email: string): Promise<Person> {
  const post = async (url: string, payload: object, headers: Record<string, string>) =>
    (await app.server.inject({ method: 'POST', url: `/identity/${url}`, payload, headers })).json()
  await post('email/change', { email }, member.headers)
  await post(
    'verification/confirm',
    { token: tokenOf((await mailsTo(app, email))[0]!) },
    { cookie: member.cookie },
  )
  const { accessToken } = await post('refresh', {}, { cookie: member.cookie })
  return { ...member, email, headers: { authorization: `Bearer ${accessToken}` } }
}

async function leave({ uid, email, headers, cookie }: Person): Promise<void> {
  const url = `/api/v1/users/${uid}`
  const payload = { confirmation: email }
  const answer = await app.server.inject({ method: 'DELETE', url, headers: { ...headers, cookie }, payload })
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  await app.jobs.run('erase-members')
}

test('pays once when many claims race; the others get the current status', async () => {
  const ada = await person()
  const answers = await Promise.all(
    Array.from(
      { length: manyAtOnce },
      async () => await claim(ada, 'social-follow', { platform: 'youtube' }),
    ),
  )
  const granted = answers.filter(({ statusCode }) => statusCode === 200)
  expect(granted.map((answer) => answer.json())).toEqual([
    { granted: 50, balance: 50, nextAt: null, platform: 'youtube' },
  ])
  const refused = answers.filter(({ statusCode }) => statusCode === 409)
  expect(refused).toHaveLength(manyAtOnce - 1)
  expect(refused[0]!.json()).toMatchObject({
    code: 'already_granted',
    granted: 0,
    balance: 50,
    nextAt: null,
  })
  expect(await pointsOf(ada)).toBe(50)
})

test('each platform once, and once an address however it is written', async () => {
  const ada = await person({ email: 'follower@example.com' })
  const twin = await person({ email: 'follower+2@example.com' })
  expect((await claim(ada, 'social-follow', { platform: 'x' })).json().granted).toBe(50)
  expect((await claim(ada, 'social-follow', { platform: 'youtube' })).json().balance).toBe(100)
  expect((await claim(twin, 'social-follow', { platform: 'x' })).json()).toMatchObject({
    status: 409,
    code: 'already_granted',
    granted: 0,
  })
  expect(await pointsOf(twin)).toBe(0)
  // Nor is it offered: only what can be had is.
  await claim(twin, 'daily-check-in')
  const { rewards, next } = await read(twin, '/gamification')
  expect(rewards.socialFollow).toMatchObject([
    { platform: 'youtube', followedAt: null, isOpen: false },
    { platform: 'x', followedAt: null, isOpen: false },
  ])
  expect(next.action).not.toBe('follow')
  expect((await read(twin, '/rewards')).claimable).toEqual([])
})

test('an address that had it and was changed since is known for twelve months after its owner left', async () => {
  const ada = await person({ email: 'moved.away@example.com' })
  await claim(ada, 'social-follow', { platform: 'x' })
  const moved = await movedTo(ada, 'moved.here@example.com')
  await expireRecovery(app, moved)
  await leave(moved)
  const again = await person({ email: 'moved.away+new@example.com' })
  expect((await claim(again, 'social-follow', { platform: 'x' })).json()).toMatchObject({
    code: 'already_granted',
    granted: 0,
  })
  expect((await read(again, '/rewards')).claimable).toMatchObject([{ reward: 'daily-check-in' }])
})

test('what is worth nothing now is had all the same, and is not offered again', async () => {
  const ada = await person()
  await set('socialFollow.points', 0)
  expect((await claim(ada, 'social-follow', { platform: 'x' })).json().granted).toBe(0)
  await set('socialFollow.points', 50)
  expect((await read(ada, '/gamification')).rewards.socialFollow).toMatchObject([
    { platform: 'youtube', isOpen: true },
    { platform: 'x', followedAt: null, isOpen: false },
  ])
})

test('a new installation lists three platforms; each pays once the operator has set its address', async () => {
  const ada = await person()
  const listed = [{ platform: 'instagram' }, { platform: 'x' }, { platform: 'youtube' }]
  await set('socialFollow.platforms', defaultEconomy.socialFollow.platforms)
  expect((await read(ada, '/gamification')).rewards.socialFollow).toEqual(
    listed.map((one) => ({ ...one, url: null, points: 50, followedAt: null, isOpen: false })),
  )
  expect((await claim(ada, 'social-follow', { platform: 'x' })).json()).toMatchObject({
    status: 422,
    code: 'reward_platform_unknown',
    granted: 0,
  })
  expect((await read(ada, '/rewards')).claimable).toMatchObject([{ reward: 'daily-check-in' }])
  await set('socialFollow.platforms', platforms)
  expect((await claim(ada, 'social-follow', { platform: 'x' })).json().granted).toBe(50)
})

test('is refused for what the operator does not list, and without a platform', async () => {
  const ada = await person()
  expect((await claim(ada, 'social-follow', { platform: 'myspace' })).json()).toMatchObject({
    status: 422,
    code: 'reward_platform_unknown',
    granted: 0,
  })
  for (const body of [{}, { platform: 7 }, { platform: '' }, { platform: 'x'.repeat(41) }])
    expect((await claim(ada, 'social-follow', body)).json().code).toBe('validation_failed')
  expect((await claim({ headers: { authorization: '' } }, 'social-follow', {})).statusCode).toBe(401)
  const unverified = await person({ verified: false })
  expect((await claim(unverified, 'social-follow', { platform: 'x' })).json().code).toBe('email_not_verified')
  expect(await pointsOf(ada)).toBe(0)
})
