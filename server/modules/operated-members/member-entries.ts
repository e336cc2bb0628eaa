import type { MemberEntry } from '#contracts/operator-members.schemas.ts'
import type { Page } from '#contracts/paging.ts'
import { findMember, requirePresent } from '#server/modules/accounts/public.ts'
import { statement, type AccountCode } from '#server/modules/ledger/public.ts'
import { originsOf } from '#server/modules/operated-ledger/public.ts'
import { recordMemberView, type OperatorActor } from '#server/modules/operators/public.ts'
import type { Db } from '#server/platform/database.ts'
import { inTransaction } from '#server/platform/transaction.ts'

const accounts = [
  'member.available',
  'member.pending',
  'member.debt',
  'member.points',
] satisfies AccountCode[]

/** A member's entries in the ledger, the newest first, with what each was posted for. Throws `not_found`. */
export async function memberEntries(
  db: Db,
  actor: OperatorActor,
  { uid, limit, cursor }: { uid: string; limit: number; cursor?: string | undefined },
): Promise<Page<MemberEntry>> {
  const member = requirePresent(await findMember(db, uid))
  await inTransaction(db, async (tx) => await recordMemberView(tx, actor, { uid }))
  const page = await statement(db, { party: member.party, codes: accounts, limit, cursor })
  const facts = page.items.map(({ scope, idem }) => ({ scope, source: idem }))
  const origins = await originsOf(db, facts, { readsMembers: true })
  return {
    ...page,
    items: page.items.map(
      ({ seq, txnId, kind, code, amount, balanceAfter, scope, idem, effectiveAt }, at) => ({
        id: `${seq}`,
        transactionId: txnId,
        kind,
        account: code.slice('member.'.length) as MemberEntry['account'],
        amount,
        balanceAfter,
        source: `${scope} ${idem}`,
        origin: origins[at]!,
        at: effectiveAt.toISOString(),
      }),
    ),
  }
}
