import type { Logger } from 'pino'
import { newParty } from '#server/modules/ledger/public.ts'
import { embeddedIssuer } from '#server/platform/verified-token.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { startDeletion } from './delete-member.ts'
import type { AccountDeletionDeps } from './account-deletion-deps.ts'
import { lockMember } from './member-queries.ts'
import { insertTombstone, listTombstones, membersUnder } from './tombstone-queries.ts'

/** The farewell mail went out with the first deletion. */
const again = { done: ['farewell'] }

/**
 * Makes the tombstones of the database and those beside it the same, and deletes again the members that an old backup
 * restored; who has a redemption under way in it is erased once that is settled. Called at every start; costs one query where there is nothing to do. Answers how many are deleted again.
 */
export async function applyTombstones(deps: AccountDeletionDeps, log: Logger): Promise<number> {
  const { db, tombstones } = deps
  const inDatabase = await listTombstones(db)
  const missing = [...tombstones.read().difference(new Set(inDatabase))]
  tombstones.add(inDatabase)
  if (missing.length === 0) return 0
  const members = await membersUnder(db, missing)
  for (const uid of members)
    await inTransaction(db, async (tx) => {
      const member = await lockMember(tx, uid)
      if (member) await startDeletion(tx, { ...member, addresses: [member.email] }, deps, again)
    })
  // Accounts whose person had not called the product yet when the backup was made.
  const accounts = (await deps.accountsUnder(missing)).filter((uid) => !members.includes(uid))
  for (const uid of accounts)
    await inTransaction(db, async (tx) => {
      const { addresses } = await deps.addressesOf(uid)
      const member = { uid, iss: embeddedIssuer, sub: uid, party: newParty(), shortId: null }
      await startDeletion(tx, { ...member, addresses }, deps, again)
    })
  await inTransaction(db, async (tx) => {
    for (const hash of missing) await insertTombstone(tx, Buffer.from(hash, 'hex'))
  })
  const deleted = members.length + accounts.length
  if (deleted > 0)
    log.warn({ members: deleted }, 'a backup brought back members who were deleted; they are erased again')
  return deleted
}
