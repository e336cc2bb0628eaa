import { sql } from 'kysely'
import { isProvedByAnother } from '#server/modules/accounts/public.ts'
import type { Db } from '#server/platform/database.ts'
import type { Files } from '#server/platform/files/stored-files.ts'
import type { MemberErasure } from '#server/platform/member-erasure.ts'
import type { Module, Platform } from '#server/platform/module.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { supportExport } from './export-support.ts'
import { removeRequests, supportJobs } from './jobs.ts'
import { supportRoutes } from './routes.ts'
import type { SupportDeps } from './support-deps.ts'

/** What visitors and members write to the operator, and the answers. */
export function supportModule({ config, db, files }: Platform, deps: SupportDeps): Module {
  return {
    routes: supportRoutes(db, deps),
    jobs: supportJobs(db, { files, keepMonths: config.supportKeepMonths }),
    erase: [supportErasure(db, files)],
    export: [supportExport(db, files)],
  }
}

/**
 * Removes a deleted member's requests, with messages, answers and pictures; also what was written from an address that
 * they had proved, without signing in, until they left. One that another member proved too may be theirs.
 */
function supportErasure(db: Db, files: Pick<Files, 'drop'>): MemberErasure {
  return {
    name: 'support',
    erase: async ({ uid, provedAddresses, leftAt }) => {
      await inTransaction(db, async (tx) => {
        const { rows } = await sql<{ id: string }>`
          select id from support_request r
          where uid = ${uid} or (
            uid is null and lower(email) = any (${provedAddresses}::text[])
            and created_at <= ${leftAt}::timestamptz + (crels_now() - clock_timestamp())
            and not ${isProvedByAnother(sql`r.email`, uid)})
          order by id for update`.execute(tx)
        await removeRequests(
          tx,
          rows.map(({ id }) => id),
          files,
        )
      })
    },
  }
}
