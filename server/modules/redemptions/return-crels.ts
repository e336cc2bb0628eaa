import { returnsCrels } from '#rules/redemption-state.ts'
import {
  amountsPutInto,
  lockAccounts,
  memberAvailable,
  memberDebt,
  move,
  post,
  releaseHold,
} from '#server/modules/ledger/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import type { RedemptionRow } from './redemption-queries.ts'

/**
 * The crels of a locked redemption are the member's again. What they owe is filled from them first: a debt opens when
 * a refund finds the crels set aside, and who has crels and owes some could redeem none until they earn more.
 */
export async function returnCrels(
  tx: Tx,
  { id, party, crels, holdId }: Pick<RedemptionRow, 'id' | 'party' | 'crels' | 'holdId'>,
): Promise<void> {
  // Before the hold: a refund that is on its way has made its debt, or finds the crels there.
  const [available, debt] = await lockAccounts(tx, [memberAvailable(party), memberDebt(party)])
  if (!(await releaseHold(tx, holdId))) return
  await fillDebt(tx, {
    id,
    party,
    there: available!.posted - available!.reserved + crels,
    debt: -debt!.posted,
  })
}

/** How much of what a member owes is filled from the crels that are `there`. */
export function debtFilled({ there, debt }: { there: number; debt: number }): number {
  return Math.max(Math.min(debt, there), 0)
}

/**
 * What a member owes is filled from crels that came back of a redemption: at most from what is `there`, under the locks.
 */
export async function fillDebt(
  tx: Tx,
  { id, party, there, debt }: Pick<RedemptionRow, 'id' | 'party'> & { there: number; debt: number },
): Promise<void> {
  const filled = debtFilled({ there, debt })
  if (filled === 0) return
  const lines = move(memberAvailable(party), memberDebt(party), filled)
  await post(tx, { kind: 'debt_filled', scope: 'debt_filled', idem: id, lines })
}

/**
 * Of the crels of a member's redemptions that came back, those that went to what they owed, as the ledger has it: by the
 * redemption's id, absent where nothing did.
 */
export async function debtsFilled(
  db: Db,
  party: string,
  rows: readonly Pick<RedemptionRow, 'id' | 'state' | 'crels'>[],
): Promise<Map<string, number>> {
  const back = rows.filter(({ state }) => returnsCrels(state))
  if (back.length === 0) return new Map()
  const posts = { scope: 'debt_filled', idems: back.map(({ id }) => id) }
  const filled = await amountsPutInto(db, memberDebt(party), posts)
  // What was available meanwhile fills a debt too, and did not come back by this.
  return new Map(
    back.flatMap(({ id, crels }) => (filled.has(id) ? [[id, Math.min(filled.get(id)!, crels)]] : [])),
  )
}

/** The same of one redemption; 0 where nothing did. */
export async function debtFilledOf(db: Db, row: RedemptionRow): Promise<{ debtFilled: number }> {
  return { debtFilled: (await debtsFilled(db, row.party, [row])).get(row.id) ?? 0 }
}
