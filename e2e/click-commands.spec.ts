import { expect, test } from 'vitest'
import {
  app,
  follow,
  openApp,
  advanceClock,
  read,
  stage,
} from '#server/modules/conversions/conversions.fixture.ts'
import { loggedCommands } from '#testing/command-log.ts'
import { addOlga } from '#testing/operators.ts'

openApp()
const runCommand = loggedCommands(({ DATABASE_URL: url }) => url)

// Each command opens the product anew.
test('the settings hold in the job, and an operator lists and decides what is above them', async () => {
  const settings = {
    DATABASE_URL: app.databaseUrl,
    DATA_DIR: app.config.dataDir,
    SECRET: app.config.secret!,
    ...(await addOlga(app.db)),
  }
  const run = async (args: string[], more: Record<string, string> = {}) =>
    await runCommand([...args, '--json'], { ...settings, ...more })
  const at = await stage({ clickMillicrels: 1_000 })
  // One hour, and one day, for the visits of each network.
  await advanceClock('1 day')
  const now = app.clock.now().getTime()
  await advanceClock(`${86_400_000 - (now % 86_400_000) + 36_000_000} milliseconds`)
  for (const network of ['192.0.2', '172.58.1', '198.51.100'])
    for (let each = 1; each <= 4; each++) await follow(at.code, {}, app, `${network}.${each}`)
  await advanceClock('1 hour')
  const limits = {
    PAID_VISITORS_PER_HOUR: '6',
    PAID_VISITORS_PER_NETWORK: '2',
    PAID_VISITORS_PER_MOBILE_NETWORK: '3',
  }
  expect(await run(['job', 'run', 'pay-clicks'], limits)).toMatchObject({ status: 0 })
  const pay = async () => (await read(at.member, '/enrolments')).items[0].clickPay
  expect((await pay()).paid).toBe(6)

  const reviews = JSON.parse((await run(['click', 'reviews'])).stdout) as { id: string; reason: string }[]
  expect(reviews).toHaveLength(2)
  // Two of the first network, one of the mobile one; of the last network the hour has place for one.
  const [network, hourly] = ['network_limit', 'hourly_limit'].map((reason) =>
    reviews.find((review) => review.reason === reason),
  )
  expect(network).toMatchObject({ clicks: 3, crels: 3, uid: at.member.uid })
  expect(hourly).toMatchObject({ clicks: 3, crels: 3 })
  const [accepted, rejected] = [network!.id, hourly!.id]
  const decide = async (id: string, ...more: string[]) => await run(['click', 'decide', id, ...more])
  expect(await decide(accepted)).toMatchObject({ status: 1, stderr: 'Say --accept or --reject\n' })
  expect(JSON.parse((await decide(accepted, '--accept')).stdout)).toMatchObject({
    state: 'accepted',
    clicks: 3,
  })
  expect(JSON.parse((await decide(rejected, '--reject')).stdout)).toMatchObject({ state: 'rejected' })
  expect(await decide(rejected, '--accept')).toMatchObject({ status: 1 })
  await advanceClock('1 hour')
  await run(['job', 'run', 'pay-clicks'], limits)
  expect(await pay()).toEqual({
    paid: 9,
    waiting: 0,
    underReview: [],
    notPaid: [{ reason: 'not_genuine', clicks: 3 }],
  })
  expect(JSON.parse((await run(['click', 'reviews'])).stdout)).toEqual([])

  for (const [act, line, lost] of [
    ['ban', 'Banning turns off', 'Visits until it is taken back count for nothing\n'],
    ['unban', 'Unbanning gives back', ''],
  ] as const) {
    const why = ['--reason', 'A complaint']
    expect((await run(['link', act, at.code])).stderr).toMatch(/^error: required option '--reason/)
    expect((await run(['link', act, at.code, ...why])).stderr).toMatch(
      new RegExp(
        `^${line} /s/${at.code}, tracking of ${at.member.uid}, to https://\\S+; it had 12 clicks in 30 days\n${lost}Nothing is changed`,
      ),
    )
    expect(JSON.parse((await run(['link', act, at.code, ...why, '--yes'])).stdout)).toMatchObject({
      changed: true,
    })
    expect(JSON.parse((await run(['link', act, at.code, ...why])).stdout)).toMatchObject({ changed: false })
  }
})
