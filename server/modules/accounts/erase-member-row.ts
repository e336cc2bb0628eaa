import type { Db } from '#server/platform/database.ts'
import type { MemberErasure } from '#server/platform/member-erasure.ts'
import type { Files } from '#server/platform/files/stored-files.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { deleteMemberRow } from './deletion-queries.ts'
import { lockMember } from './member-queries.ts'
import { dropPhoto } from './put-photo.ts'

/** The profile, its photo, and with it the only record of whose the party was. */
export function memberErasure(db: Db, files: Files): MemberErasure {
  return {
    name: 'member',
    erase: async (deletedMember) =>
      await inTransaction(db, async (tx) => {
        // A photo that was being uploaded is there by now, or never will be: both hold this lock.
        const member = await lockMember(tx, deletedMember.uid)
        if (member) await dropPhoto(tx, member, files)
        await deleteMemberRow(tx, deletedMember)
      }),
  }
}
