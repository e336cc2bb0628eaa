import { afterAll, expect, test } from 'vitest'
import { operatorActing, type OperatorActor } from '#server/modules/operators/public.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { addOlga, operatorBearer, testActor } from '#testing/operators.ts'
import { crels, endPrograms, temporaryDataDir } from '#testing/processes.ts'
import { app, claim, openApp, person, type Person } from '#testing/rewards.ts'
import { refuseInvitation, releaseInvitation } from './decide-invitation.ts'
import { reviewInvitation } from './invitation-queries.ts'

openApp()
afterAll(endPrograms)

/** An inviter, and a friend whose invitation is under review. */
async function underReview(): Promise<[Person, Person]> {
  const [ada, bea] = [await person(), await person()]
  await claim(bea, 'friend-invitation', { inviterShortId: ada.shortId })
  await inTransaction(app.db, async (tx) => await reviewInvitation(tx, bea.uid, 'shared_device'))
  return [ada, bea]
}

type Decide = typeof releaseInvitation
const decisions: [string, Decide][] = [
  ['released', releaseInvitation],
  ['refused', async (tx, actor, of) => await refuseInvitation(tx, actor, { ...of, reason: 'one_person' })],
]

test.each(decisions)('an invitation is %s once, and by nobody who is its inviter', async (_, decide) => {
  const [ada, bea] = await underReview()
  await operatorBearer(app, 'manager', ada.email)
  const own = await operatorActing(app.db, ada.email)
  const by = async (actor: OperatorActor) =>
    await inTransaction(app.db, async (tx) => decide(tx, actor, { friendUid: bea.uid, at: app.clock.now() }))
  await expect(by(own)).rejects.toMatchObject({ code: 'forbidden' })
  expect(await by(testActor)).toBe(true)
  // It is under review no more, which is all that there is to say of it.
  expect([await by(testActor), await by(own)]).toEqual([false, false])
})

test('the command lists as many as are asked for, and says that there are more', async () => {
  await underReview()
  await underReview()
  const settings = { DATABASE_URL: app.databaseUrl, DATA_DIR: temporaryDataDir(), SECRET: app.config.secret! }
  const list = ['invitation', 'under-review', '--limit', '1']
  const { status, stdout } = await crels(list, { ...settings, ...(await addOlga(app.db)) })
  expect([status, stdout.trim().split('\n')]).toEqual([
    0,
    [
      expect.stringMatching(/^usr_\w+ {2}invited by usr_\w+: shared_device$/),
      'More than 1: ask for more by --limit',
    ],
  ])
})
