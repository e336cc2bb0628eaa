import { job, type Job } from '#server/platform/jobs.ts'
import { eraseMembersJob } from './delete-member.ts'
import { forgetAddresses } from './deletion-queries.ts'
import { eraseMembers } from './erase-members.ts'
import type { AccountDeletionDeps } from './account-deletion-deps.ts'

/** What runs by itself for members who left. */
export function accountDeletionJobs(deps: AccountDeletionDeps): Job[] {
  return [
    job({
      name: eraseMembersJob,
      doc: 'Erases members who deleted their account; goes on where it was stopped.',
      cron: '* * * * *',
      // The next minute comes sooner than most retries.
      retryLimit: 0,
      run: async () => await eraseMembers(deps),
    }),
    job({
      name: 'forget-addresses',
      doc: 'Forgets the hashes of deleted members’ addresses after 12 months.',
      cron: '41 3 * * *',
      run: async () => ({ forgotten: await forgetAddresses(deps.db) }),
    }),
  ]
}
