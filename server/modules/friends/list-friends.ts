import * as z from 'zod/mini'
import type { Friend, Friends } from '#contracts/friends.schemas.ts'
import { paths, withQuery } from '#contracts/paths.ts'
import type { Economy } from '#rules/economy.ts'
import { utcMonth, utcMonthName } from '#rules/utc-months.ts'
import { findMember, memberProfile } from '#server/modules/accounts/public.ts'
import { currentEconomy } from '#server/modules/economy/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { cursorTime, decodeCursor, pageOf } from '#server/platform/http/cursor.ts'
import { problem } from '#server/platform/http/problems.ts'
import { invitationProgress } from './invitation-progress.ts'
import { invitationsOf, invitationTotals, type InvitationRow } from './invitation-queries.ts'
import { placesTaken } from '#server/modules/points/public.ts'
import { invitationPrograms } from './settle-invitation.ts'

/** When a page's last friend came, and their party. */
const place = z.tuple([cursorTime, z.string().check(z.regex(/^pty_[0-9a-f]{32}$/))])

/** A member's link, whom they invited, and the status of each, newest first. */
export async function listFriends(
  db: Db,
  actor: Pick<MemberActor, 'uid' | 'party'>,
  { limit, cursor }: { limit: number; cursor?: string },
  { publicOrigin }: { publicOrigin: string },
): Promise<Friends> {
  const member = await findMember(db, actor.uid)
  if (!member) throw problem('not_found')
  const { friendInvitation: settings } = await currentEconomy(db)
  const now = await databaseNow(db)
  const after = cursor === undefined ? undefined : decodeCursor(place, cursor)
  const before = after && { acceptedAt: new Date(after[0]), friendParty: after[1] }
  const rows = await invitationsOf(db, actor.uid, { limit, before })
  const page = pageOf(rows, limit, (last) => [last.acceptedAt.getTime(), last.friendParty])
  const month = { party: actor.party, program: invitationPrograms.inviter, period: utcMonthName(now) }
  const { inviterPoints, friendPoints, checkIns } = settings
  return {
    invitationUrl: `${publicOrigin}${withQuery(paths.signup, { invitedBy: member.shortId })}`,
    rewards: { inviterPoints, friendPoints, checkIns },
    totals: await invitationTotals(db, actor.uid),
    month: {
      paid: await placesTaken(db, month),
      paidMax: settings.paidMonthlyMax,
      endsAt: new Date(utcMonth(now, 1)).toISOString(),
    },
    items: await Promise.all(page.items.map(async (row) => await friendView(db, row, settings))),
    nextCursor: page.nextCursor,
  }
}

async function friendView(
  db: Db,
  row: InvitationRow,
  settings: Economy['friendInvitation'],
): Promise<Friend> {
  return {
    ...(await invitationProgress(db, row, settings)),
    name: (await memberProfile(db, row.friendUid))?.displayName ?? null,
    joinedAt: row.acceptedAt.toISOString(),
    paidAt: row.state === 'paid' ? row.decidedAt!.toISOString() : null,
    points: row.inviterPoints ?? settings.inviterPoints,
  }
}
