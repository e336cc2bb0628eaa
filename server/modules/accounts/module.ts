import type { Module, Platform } from '#server/platform/module.ts'
import type { Db } from '#server/platform/database.ts'
import type { MemberErasure } from '#server/platform/member-erasure.ts'
import type { Files } from '#server/platform/files/stored-files.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { profileExport } from './export-member.ts'
import { accountRoutes } from './routes.ts'
import { deleteMemberRow } from './deletion-queries.ts'
import { lockMember } from './member-queries.ts'
import { dropPhoto } from './put-photo.ts'

/** Members' profiles; deletion and export go over every module, so server/app.ts adds them. */
export function accountsModule(
  { config, db, files }: Platform,
  above: Omit<Parameters<typeof accountRoutes>[0], 'files' | 'ageMin'>,
): Module {
  return {
    routes: accountRoutes({ files, ageMin: config.ageMin, ...above }),
    erase: [memberErasure(db, files)],
    export: [profileExport(db, files)],
  }
}

/** The profile, its photo, and with it the only record of whose the party was. */
function memberErasure(db: Db, files: Files): MemberErasure {
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
