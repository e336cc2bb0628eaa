import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import {
  advanceClock,
  app,
  follow,
  hasty,
  openApp,
  report,
  rightAfterClick,
  sell,
  stage,
  type Stage,
} from '#server/modules/conversions/conversions.fixture.ts'
import { loggedCommands } from '#testing/command-log.ts'
import type { TestMember } from '#testing/members.ts'
import { addOlga } from '#testing/operators.ts'

openApp()
const run = loggedCommands(({ DATABASE_URL: url }) => url)

let settings: Record<string, string>
beforeAll(async () => {
  settings = {
    DATABASE_URL: app.databaseUrl,
    DATA_DIR: app.config.dataDir,
    SECRET: app.config.secret!,
    ...(await addOlga(app.db)),
  }
})

async function done(...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await run(args, settings)
  expect(status, `${args.join(' ')}: ${stderr}`).toBe(0)
  return stdout
}

test('conversions are decided, corrected and taken back by command, each an act of the log', async () => {
  const at = await stage()
  const held = async () =>
    await rightAfterClick(at, async (clickId) => {
      await app.clicks.flush()
      const { body } = await report(at.key, hasty(clickId))
      expect(body.status).toBe('under_review')
      return body.id as string
    })
  expect(await done('conversion', 'decide', await held(), '--accept')).toContain('is accepted')
  expect(await done('conversion', 'decide', await held(), '--reject', 'not_genuine')).toContain('is rejected')
  const { id } = (await sell(at)).body
  await done('conversion', 'correct', id, '--amount', '90', '--reason', 'A typing error')
  expect(await done('conversion', 'reverse', (await sell(at)).body.id, '--reason', 'returned')).not.toBe('')
})

test('so are claims of members', async () => {
  const at = await stage()
  await follow(at.code)
  await advanceClock('1 minute')
  await app.clicks.flush()
  const claim = async (orderReference: string) => {
    const payload = {
      campaignId: at.campaignId,
      type: 'sale',
      orderReference,
      occurredAt: app.clock.now().toISOString(),
      amount: { currency: 'USD', minor: 100_00 },
    }
    const { headers } = at.member
    const url = '/api/v1/conversion-claims'
    return (await app.server.inject({ method: 'POST', url, headers, payload })).json().id as string
  }
  const [one, other] = [await claim('A-1'), await claim('A-2')]
  expect(await done('claim', 'list')).toContain(one)
  expect(await done('claim', 'accept', one)).toContain('is accepted')
  expect(await done('claim', 'decline', other, '--answer', 'It was returned.')).toContain('is declined')
})

test('so are invitations of friends', async () => {
  const inviter = await known((await stage()).member)
  for (const act of [
    ['release', []],
    ['refuse', ['--reason', 'same_person']],
  ] as const) {
    const friend = await known((await stage()).member)
    await sql`
      insert into friend_invitation (friend_uid, friend_party, inviter_uid, inviter_party, accepted_at, look_again_at)
      values (${friend.uid}, ${friend.party}, ${inviter.uid}, ${inviter.party}, crels_now(), crels_now())`.execute(
      app.db,
    )
    await sql`
      update friend_invitation set state = 'under_review', reason = 'shared_device', under_review_at = crels_now(),
        look_again_at = null
      where friend_uid = ${friend.uid}`.execute(app.db)
    expect(await done('invitation', act[0], friend.uid, ...act[1])).toContain(friend.uid)
  }
})

async function known({ uid }: TestMember): Promise<{ uid: string; party: string }> {
  const { rows } = await sql<{ party: string }>`select party from member where uid = ${uid}`.execute(app.db)
  return { uid, party: rows[0]!.party }
}

test('and what clicks were paid is taken back', async () => {
  const at: Stage = await stage({ clickMillicrels: 1_000 })
  for (let each = 1; each <= 2; each++) await follow(at.code)
  await advanceClock('2 hours')
  await app.jobs.run('pay-clicks')
  const { rows } = await sql<{
    id: string
  }>`select id from earning where party = ${(await known(at.member)).party}`.execute(app.db)
  expect(await done('earning', 'reverse', rows[0]!.id)).toContain('crels went back')
})
