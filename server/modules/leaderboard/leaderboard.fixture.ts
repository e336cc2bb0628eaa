import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Leaderboard } from '#contracts/leaderboard.schemas.ts'
import { grantAward, newParty } from '#server/modules/ledger/public.ts'
import { newId } from '#server/platform/ids.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { inAYear } from '#testing/points.ts'
import { app } from '#testing/rewards.ts'
import { applyChanges } from './apply-changes.ts'

/** A member that exists by their row alone: what the ranking needs of one. */
export interface Standing {
  uid: string
  party: string
  name: string
}

/** Makes members by their rows. */
export async function members(count: number, prefix = 'Member'): Promise<Standing[]> {
  const made = Array.from({ length: count }, (_, at) => ({
    uid: newId('member'),
    party: newParty(),
    name: `${prefix} ${at + 1}`,
  }))
  await sql`
    insert into member (uid, iss, sub, party, short_id, email, display_name)
    select uid, 'crels', uid, party, right(uid, 20), uid || '@example.com', name
    from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as m (uid text, party text, name text)`.execute(
    app.db,
  )
  return made
}

let periods = 0

/** Grants points once; answers the transaction. */
export async function earn(
  { party }: Pick<Standing, 'party'>,
  points: number,
  program = 'test',
): Promise<string> {
  const award = { party, program, period: String((periods += 1)), points, expiresAt: inAYear() }
  return (await inTransaction(app.db, async (tx) => await grantAward(tx, award))).txnId
}

/** Has a friend of a member's do what was asked of them, where the settings pay nothing for it. */
export async function completeFriend({ uid, party }: Pick<Standing, 'uid' | 'party'>): Promise<void> {
  const [friend] = (await members(1, 'Friend')) as [Standing]
  await inTransaction(app.db, async (tx) => {
    await sql`
      insert into friend_invitation (friend_uid, friend_party, inviter_uid, inviter_party, accepted_at, look_again_at)
      values (${friend.uid}, ${friend.party}, ${uid}, ${party}, crels_now(), crels_now())`.execute(tx)
    await sql`
      update friend_invitation set state = 'paid', look_again_at = null, decided_at = crels_now(), inviter_points = 0,
        friend_points = 0
      where friend_uid = ${friend.uid}`.execute(tx)
  })
}

/** The ranking as anyone sees it, every change applied. */
export async function board(
  query: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<Leaderboard> {
  await applyChanges(app.db, { wait: true })
  const response = await app.server.inject({
    url: '/api/v1/gamification/public/leaderboard',
    query,
    headers,
  })
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}
