import type { MemberErasure } from '../member-erasure.ts'
import { dataDirAt } from './data-dir.ts'
import { forgetInLogs } from './server-log.ts'

/** What an older version of the embedded database wrote of a member's addresses into its log. */
export function databaseLogErasure({ dataDir }: { dataDir: string }): MemberErasure {
  return {
    name: 'database-log',
    erase: async ({ addresses }) => await forgetInLogs(dataDirAt(dataDir), addresses),
  }
}
