import { m } from '#messages'
import { inLanguage } from '#server/platform/language.ts'
import { composeMail, writeToUs } from '#server/platform/mail/compose-mail.ts'
import type { Mail } from '#server/platform/mail/mailer.ts'
import { composeChangeMail } from '#server/platform/mail/who-asked.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import {
  addAddresses,
  deleteDeletion,
  listDeletions,
  recordFailedStep,
  recordStep,
  type Deletion,
  forgetAddresses,
} from './deletion-queries.ts'
import type { AccountDeletionDeps } from './account-deletion-deps.ts'
import { personHash } from './tombstone-queries.ts'
import { job, type Job } from '#server/platform/jobs.ts'
import { eraseMembersJob } from './delete-member.ts'

export interface Erased {
  /** Members of whom nothing is left. */
  finished: number
  /** Members whose traces are erased, and who are looked for once more when requests of then have ended. */
  waiting: number
  /** Members whom an old backup brought back with a redemption under way: nothing is erased before that is settled. */
  blocked: number
}

/**
 * Erases members who left, step by step, each recorded when it is done: killed anywhere, the next run goes on, and a
 * step that was cut off is done again from its beginning. `stepDone` is called after each, for tests that stop there.
 * Throws what the first step that failed threw.
 */
export async function eraseMembers(
  deps: AccountDeletionDeps,
  stepDone: (step: string) => void = () => {},
): Promise<Erased> {
  const result: Erased = { finished: 0, waiting: 0, blocked: 0 }
  const failures: unknown[] = []
  for (const deletion of await listDeletions(deps.db)) {
    try {
      result[await eraseMember(deps, deletion, stepDone)] += 1
    } catch (error) {
      // A step that fails for one member holds up no other; the job fails once all had their turn.
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  return result
}

async function eraseMember(
  deps: AccountDeletionDeps,
  deletion: Deletion,
  stepDone: (step: string) => void,
): Promise<keyof Erased> {
  const { db, parts } = deps
  const noted = async (name: string, work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      // Where the database is away, that is why the step failed.
      await recordFailedStep(db, deletion.uid, name).catch(() => undefined)
      throw error
    }
  }
  const step = async (name: string, work: () => Promise<void>) => {
    if (deletion.done.includes(name)) return
    await noted(name, work)
    await recordStep(db, deletion.uid, name)
    stepDone(name)
  }
  // Before anything is erased: from here on a backup of before cannot bring the member back.
  await step('tombstone', async () => deps.tombstones.add([personHash(deletion).toString('hex')]))
  await step('sessions', async () => await deps.endSessions(deletion.uid))
  await step(
    'addresses',
    async () => await addAddresses(db, deletion.uid, await deps.addressesOf(deletion.uid)),
  )
  const member = (await listDeletions(db)).find(({ uid }) => uid === deletion.uid)
  // Another worker was faster.
  if (!member) return 'finished'
  // Where the dollars went is settled with what was set aside for it, by a person: `restored-payouts.ts`.
  if ((await deps.blockedBy(db, member))?.by === 'redemption') return 'blocked'
  await step('mail', async () => void (await deps.mailer.forget(db, member.addresses)))
  for (const { name, erase } of parts) await step(name, async () => await erase(member))
  await sayFarewell(deps, deletion)
  stepDone('farewell')
  if (!member.isSettled) return 'waiting'
  // The last mail is still on its way.
  if ((await deps.mailer.forget(db, member.addresses)) > 0) return 'waiting'
  // What was being written while the member left, and the copies of the last mail.
  for (const { name, erase } of parts) await noted(name, async () => await erase(member))
  stepDone('again')
  await deleteDeletion(db, deletion.uid)
  return 'finished'
}

/** The last use of the address, once, in the language of the account. */
async function sayFarewell(
  { db, mailer, publicOrigin }: AccountDeletionDeps,
  deletion: Deletion,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await recordStep(tx, deletion.uid, 'farewell'))) return
    await mailer.send(
      tx,
      inLanguage(deletion.language, () => farewellMail(deletion, publicOrigin)),
    )
  })
}

function farewellMail({ addresses, asker, isByOperator }: Deletion, publicOrigin: string): Mail {
  const content = {
    to: addresses[0]!,
    subject: m.mail_deleted_subject(),
    lines: [isByOperator ? m.mail_deleted_by_us_hello() : m.mail_deleted_hello(), m.mail_deleted_kept()],
    notes: [isByOperator ? m.mail_deleted_by_us_note() : m.mail_deleted_not_you()],
    link: writeToUs(publicOrigin),
  }
  return asker ? composeChangeMail(content, asker) : composeMail(content)
}

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
