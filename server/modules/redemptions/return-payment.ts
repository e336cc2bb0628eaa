import type { AdjustedBalances } from '#rules/adjustment.ts'
import { redemptionStateAfter } from '#rules/redemption-state.ts'
import {
  balances,
  houseIssued,
  isClosed,
  lockAccounts,
  memberAvailable,
  memberDebt,
  post,
  type Line,
} from '#server/modules/ledger/public.ts'
import {
  authorOf,
  type ActMember,
  type FourEyesAct,
  type Proposal,
} from '#server/modules/operators/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { conflict, isRepeated, locked, logged, step, type Decision } from './approve-redemption.ts'
import { requireNotOwnDestination } from './own-destination.ts'
import { requireNotKept, requireNotPaidTwice, settledPayment } from './paid-twice.ts'
import { endMismatch } from './payout-mismatches.ts'
import { findRedemption, lockRedemption, type RedemptionRow } from './redemption-queries.ts'
import { debtFilled, fillDebt } from './return-crels.ts'
import { paidLines } from './settle-redemption.ts'

/**
 * That a payment came back as an act that takes a second person: its target is the member, its input the redemption. Who
 * gets a payment and says that it never arrived keeps the dollars and gets the crels.
 */
export const returnPaymentAct: FourEyesAct = {
  action: 'redemption.returned',
  isOnMember: true,
  seen: {
    lock: async (tx, proposal) => {
      await lockRedemption(tx, idIn(proposal))
    },
    read: async (db, proposal) => {
      const { id, state } = await redemptionIn(db, proposal)
      const { attempt, kept, cameBack } = await settledPayment(db, id)
      // What was proposed before there were two attempts to tell apart has none.
      const seen: Record<string, string> = { state }
      if (attempt !== null) seen.attempt = String(attempt)
      // One that came back can be kept, and count, a second time: what was proposed of it before is not of that.
      if (kept > 0) seen.kept = String(kept)
      // A person has said that the report was wrong: what was proposed by it is wrong with it.
      if (cameBack > 0) seen.settled = String(cameBack)
      return seen
    },
    said: (was, is) => {
      if (was.attempt !== is.attempt) return 'Another attempt of it is the payment now.'
      if (was.state !== is.state) return `The redemption was ${was.state} and is ${is.state} now.`
      return was.kept === is.kept
        ? 'It was settled since that it did not come back.'
        : 'It was settled since that the member keeps another attempt of it.'
    },
    by: ['redemption.returned'],
    loggedOn: idIn,
  },
  effectFor: 'read.members',
  effect: async (db, proposal) => {
    const row = await redemptionIn(db, proposal)
    const { available, debt, points } = await balances(db, row.party)
    const before = { available, debt, points }
    return { kind: 'balance', asset: 'crels', before, after: await balancesReturned(db, row, before) }
  },
  requireApprover: async (db, approver, proposal) =>
    await requireNotOwnDestination(db, approver, [idIn(proposal)]),
  run: async (tx, actor, proposal) =>
    await returnPayment(tx, { redemptionId: idIn(proposal), actor, reason: proposal.reason }),
}

function idIn({ input }: Pick<Proposal, 'input'>): string {
  return (input as { redemptionId: string }).redemptionId
}

async function redemptionIn(db: Db, proposal: Pick<Proposal, 'input'>): Promise<RedemptionRow> {
  const row = await findRedemption(db, idIn(proposal))
  if (!row) throw problem('not_found')
  return row
}

/** What a member has once a payment is posted back: as the house has it of one who left. */
async function balancesReturned(
  db: Db,
  { party, crels }: RedemptionRow,
  before: AdjustedBalances,
): Promise<AdjustedBalances> {
  if (await isClosed(db, party)) return before
  const there = before.available + crels
  const filled = debtFilled({ there, debt: before.debt })
  return { ...before, available: there - filled, debt: before.debt - filled }
}

/**
 * A payment that had arrived came back: the bank returned it, or PayPal took it back. What was posted for it is taken back
 * by an entry of its own, and the member has their crels again, what they owe filled first; of one who has left the house
 * has them. It leaves the totals of the year in which it was paid. Of one that was paid twice, the crels stay paid while the
 * member keeps the other payment: `conflict`. The same operator with the same reason again changes
 * nothing; another one, or a redemption that is not paid, throws `conflict`; one's own throws `forbidden`, and so
 * does one that went where one's own account was paid: the dollars may be there. The log has why of a command, sealed by
 * the member's key; of what was proposed its proposal has it.
 */
export async function returnPayment(
  tx: Tx,
  { redemptionId, actor, reason }: Decision & { reason: string },
  { secret }: Pick<ActMember, 'secret'> = {},
): Promise<RedemptionRow> {
  const row = await locked(tx, redemptionId)
  // Of one who has left no words are kept.
  const isSaid = row.uid === row.party || row.reason === reason
  if (isSaid && (await isRepeated(tx, actor, { action: 'redemption.returned', row, state: 'returned' })))
    return row
  const state = redemptionStateAfter(row.state, 'return')
  if (!state) throw await conflict(tx, row)
  await requireNotOwnDestination(tx, actor, [redemptionId])
  await requireNotPaidTwice(tx, redemptionId)
  await requireNotKept(tx, redemptionId)
  await logged(tx, actor, { action: 'redemption.returned', row, state, why: { reason, secret } })
  await postReturn(tx, row)
  await endMismatch(tx, row.id, authorOf(actor))
  return await step(tx, row, { state, author: authorOf(actor), reason })
}

async function postReturn(tx: Tx, row: RedemptionRow): Promise<void> {
  const { id, party, crels } = row
  const paid = paidLines(row)
  // Every account that the post touches: two posts to one member must not deadlock.
  const [debt, available] = await lockAccounts(tx, [memberDebt(party), ...paid.map(accountOf)])
  const isGone = await isClosed(tx, party)
  const lines = paid.map((line): Line => {
    const back = { ...line, amount: -line.amount }
    return isGone && line.code === memberAvailable(party).code ? { ...back, ...houseIssued } : back
  })
  await post(tx, { kind: 'redemption_returned', scope: 'redemption_returned', idem: id, lines })
  if (!isGone)
    await fillDebt(tx, {
      id,
      party,
      there: available!.posted - available!.reserved + crels,
      debt: -debt!.posted,
    })
}

function accountOf({ party, code, asset }: Line) {
  return { party, code, asset }
}
