import { sql } from 'kysely'
import { readsMembers } from '#rules/operator-permissions.ts'
import { isSettled, payoutRunStateAfter, type PayoutState } from '#rules/payout-run.ts'
import { authorOf, isOwnAgain, operate, type OperatorActor } from '#server/modules/operators/public.ts'
import { unsettledIn } from '#server/modules/redemptions/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { dollars } from '#server/platform/shown-amounts.ts'
import { lockedRun, requireImported, runConflict } from './approve-payout-run.ts'
import { findRun, type PayoutRunRow } from './payout-run-queries.ts'
import { sumsOfRuns } from './run-sums.ts'

/**
 * Closes a run once no report is being imported into it, every payment of it has a result, nothing waits to be settled of
 * any, and the ledger paid out the same sum for it. By the same operator again it changes nothing. Throws `not_found`, and
 * `conflict` with what is open, or by how much the two sums differ.
 */
export async function closePayoutRun(
  tx: Tx,
  actor: OperatorActor,
  { runId }: { runId: string },
): Promise<PayoutRunRow> {
  const run = await lockedRun(tx, runId)
  const act = { action: 'payout-run.close', target: runId } as const
  if (run.state === 'closed') {
    const after = { state: 'closed', paidUsdCents: run.paidUsdCents }
    if (await isOwnAgain(tx, actor, { ...act, after })) return run
  }
  if (!payoutRunStateAfter(run.state, 'close')) throw await runConflict(tx, run)
  await requireImported(tx, runId, 'close it')
  const sums = (await sumsOfRuns(tx, [run])).get(runId)!
  const open = (Object.entries(sums) as [PayoutState, { count: number }][]).filter(
    ([state]) => !isSettled(state),
  )
  if (open.length > 0) {
    const said = open.map(([state, { count }]) => `${count} ${state}`).join(', ')
    throw problem('conflict', { detail: `Not every payment of this run has a result: ${said}.` })
  }
  await requireAllSettled(tx, actor, runId)
  const paidUsdCents = sums.paid?.usdCents ?? 0
  const ledgerUsdCents = await paidByLedger(tx, runId)
  if (paidUsdCents !== ledgerUsdCents)
    throw problem('conflict', {
      detail: `The run paid ${paidUsdCents} cents and the ledger ${ledgerUsdCents}: find out before it is closed.`,
    })
  await operate(tx, actor, {
    ...act,
    before: { state: run.state },
    after: { state: 'closed', paidUsdCents },
  })
  await sql`
    update payout_run set state = 'closed', state_at = crels_now(), closed_by = ${authorOf(actor)}, closed_at = crels_now(),
      paid_usd_cents = ${paidUsdCents}, ledger_usd_cents = ${ledgerUsdCents}, closed_sums = ${JSON.stringify(sums)}::jsonb
    where id = ${runId}`.execute(tx)
  return (await findRun(tx, runId))!
}

/**
 * The bank has paid more than the ledger while a payment is not settled that was made twice, or that was paid after it was
 * given up or came back, and less while one is that came back. Throws `conflict`.
 */
async function requireAllSettled(tx: Tx, actor: OperatorActor, runId: string): Promise<void> {
  const [first, ...others] = await unsettledIn(tx, runId)
  if (!first) return
  const { redemptionId, name, usdCents, said, attempt } = first
  const isNamed = actor.via !== 'job' && readsMembers(actor)
  const who = (isNamed ? name : null) ?? redemptionId
  const amount = `${dollars(usdCents)} to ${who}`
  const settle = {
    twice: `${amount} may be paid twice: attempt ${attempt} arrived as well. Settle that under Redemptions (Provider says otherwise), then close the run.`,
    paid: `A report says that ${amount} arrived, after its crels had gone back. Settle that under Redemptions (Provider says otherwise), then close the run.`,
    failed: `A report says that ${amount} came back. Under Redemptions (Provider says otherwise), say “Came back”, or “Settled” where the report is wrong, then close the run.`,
  }[said]
  throw problem('conflict', { detail: `${settle}${alsoWaiting(others.length)}` })
}

function alsoWaiting(count: number): string {
  if (count === 0) return ''
  return count === 1
    ? ' One more report on this run waits to be settled.'
    : ` ${count} more reports on this run wait to be settled.`
}

/** What the ledger's entries say was paid out for the redemptions of a run, less what came back. */
async function paidByLedger(db: Db, runId: string): Promise<number> {
  const { rows } = await sql<{ usdCents: number }>`
    select coalesce(sum(e.amount), 0)::bigint as "usdCents"
    from payout p join redemption r on r.id = p.redemption_id
      -- What came back of a member who had left is between accounts of the house alone.
      join txn t on t.party in (r.party, 'house') and t.scope in ('redemption', 'redemption_returned') and t.idem = r.id
      join entry e on e.txn_id = t.id and e.party = t.party join account a on a.id = e.account_id
    where p.run_id = ${runId} and p.state <> 'left_out' and a.code = 'house.payout' and a.asset = 'USD'`.execute(
    db,
  )
  return rows[0]!.usdCents
}
