import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { askServer } from '#testing/ask-server.ts'
import { createRedeemer, redeem, type Redeemer } from '#testing/redeemers.ts'
import { operatedRedemptions } from './redemption-queue.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => await app.close())

test('a page is read by as many queries, of however many members the account changed', async () => {
  const members: Redeemer[] = []
  for (const _ of [1, 2, 3]) {
    const member = await createRedeemer(app)
    members.push(member)
    await redeem(app, member, { usdCents: 30_00 })
  }
  let queries = 0
  const counted = app.db.withPlugin({
    transformQuery: ({ node }) => (queries++, node),
    transformResult: async ({ result }) => result,
  })
  const deps = {
    ...app.redemptionDeps,
    sinceAccountChangesOf: async (uids: readonly string[]) => {
      queries++
      return await app.redemptionDeps.sinceAccountChangesOf(uids)
    },
  }
  /** How many payouts of a page are frozen, and by how many queries that is known. */
  const read = async () => {
    queries = 0
    const query = { state: 'requested', sort: 'wait', limit: 20 } as const
    const { items } = await operatedRedemptions(counted, query, { role: 'finance', scopes: null }, deps)
    return { frozen: items.map(({ risk }) => risk.frozenUntil !== null), queries }
  }
  await changePassword(members[0]!, 1)
  const one = await read()
  expect(one.frozen).toEqual([true, false, false])
  await changePassword(members[1]!, 1)
  await changePassword(members[2]!, 49)
  expect(await read()).toEqual({ frozen: [true, true, false], queries: one.queries })
})

async function changePassword({ uid }: Redeemer, hoursAgo: number): Promise<void> {
  await askServer(
    app.databaseUrl,
    "insert into identity.security_event (uid, kind, at) values ($1, 'password_changed', now() - $2::interval)",
    { values: [uid, `${hoursAgo} hours`] },
  )
}
