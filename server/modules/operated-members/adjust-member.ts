import { ADJUSTMENT_MAX, balancesAfter, type Adjustment } from '#rules/adjustment.ts'
import { lotExpiresAt } from '#rules/point-lot.ts'
import { findMember, keepMember, requirePresent } from '#server/modules/accounts/public.ts'
import { currentEconomy } from '#server/modules/economy/public.ts'
import {
  balances,
  housePoints,
  housePromotion,
  lockAccounts,
  memberAvailable,
  memberDebt,
  memberPoints,
  move,
  payMember,
  post,
  type Line,
} from '#server/modules/ledger/public.ts'
import { notifyMembers } from '#server/modules/notifications/public.ts'
import {
  operate,
  type ActMember,
  type FourEyesAct,
  type OperatorActor,
} from '#server/modules/operators/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'

type Sealing = Pick<ActMember, 'secret'>

/** An adjustment as an act that takes a second person. */
export function adjustMemberAct(deps: Sealing): FourEyesAct {
  return {
    action: 'member.adjust',
    isOnMember: true,
    effectFor: 'read.members',
    effect: async (db, { target: uid, input }) => {
      const adjustment = input as unknown as Adjustment
      const { party } = requirePresent(await findMember(db, uid))
      const { available, debt, points } = await balances(db, party)
      const before = { available, debt, points }
      return {
        kind: 'balance',
        asset: adjustment.asset,
        before,
        after: balancesAfter(before, adjustment),
      }
    },
    run: async (tx, actor, { id, target: uid, input, reason }) =>
      await adjustMember(tx, actor, { id, uid, ...(input as unknown as Adjustment), reason }, deps),
  }
}

/**
 * Adds whole crels or points to a member's balance, from what the house gives away, or with a minus takes them back: a
 * transaction of its own, once for each id. Crels fill a debt first; points expire as those of a reward. The member is
 * notified. Throws `not_found`, `forbidden` for the operator's own account, and `conflict` where fewer are there.
 */
export async function adjustMember(
  tx: Tx,
  actor: OperatorActor,
  { id, uid, asset, amount, reason }: Adjustment & { id: string; uid: string; reason: string },
  { secret }: Sealing,
): Promise<{ transactionId: string }> {
  // Shared: the first entry of the log about a member makes their key, which refers to this row.
  const { party } = requirePresent(await keepMember(tx, uid))
  // Every account that the post touches: two posts to one member must not deadlock.
  await lockAccounts(
    tx,
    asset === 'points'
      ? [memberPoints(party), housePoints]
      : [memberAvailable(party), memberDebt(party), housePromotion],
  )
  const { available, debt, points } = await balances(tx, party)
  const after = balancesAfter({ available, debt, points }, { asset, amount })
  if (!after) {
    const balance = asset === 'points' ? points : available
    throw problem('conflict', {
      detail:
        balance + amount < 0
          ? `Only ${balance} ${asset} are there: ${-amount} cannot be taken.`
          : `An adjustment moves from 1 to ${ADJUSTMENT_MAX} ${asset}.`,
    })
  }
  await operate(tx, actor, {
    action: 'member.adjust',
    before: { available, debt, points },
    // By its id the ledger's entry leads here.
    after: { ...after, adjustment: id },
    member: { uid, personal: { reason }, secret },
  })
  const lines = asset === 'points' ? await pointLines(tx, party, amount) : crelLines(party, amount, debt)
  const { txnId } = await post(tx, { kind: 'adjustment', scope: 'adjustment', idem: id, lines })
  await notifyMembers(tx, [uid], { kind: 'balance_adjusted', facts: { adjustmentId: id, asset, amount } })
  return { transactionId: txnId }
}

function crelLines(party: string, crels: number, debt: number): Line[] {
  return crels > 0
    ? payMember(housePromotion, party, crels, debt)
    : move(memberAvailable(party), housePromotion, -crels)
}

async function pointLines(tx: Tx, party: string, points: number): Promise<Line[]> {
  if (points < 0) return move(memberPoints(party), housePoints, -points)
  const [{ points: settings }, now] = await Promise.all([currentEconomy(tx), databaseNow(tx)])
  const expiresAt = new Date(lotExpiresAt(now.getTime(), settings.expireMonths))
  const [from, to] = move(housePoints, memberPoints(party), points)
  return [from, { ...to, expiresAt }]
}
