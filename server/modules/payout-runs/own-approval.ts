import { m } from '#messages'
import { OWN_APPROVAL_HOURS } from '#rules/payout-run.ts'
import { approversOf, type OperatorActor, type PersonActor } from '#server/modules/operators/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { composeMail } from '#server/platform/mail/compose-mail.ts'
import type { PayoutRunDeps } from './payout-run-deps.ts'

/** Whether there is another operator who may approve a run than the one who made it, as `approversOf` has it. */
export async function hasOtherApprover(db: Db, madeById: string | null): Promise<boolean> {
  return (await secondPersons(db, madeById)).length > 0
}

/**
 * Whether an operator is a second person beside the maker of a run. By a command every other operator is: it proves no
 * name (docs/decisions/089-some-acts-take-a-second-person.md).
 */
export async function isSecondPerson(
  db: Db,
  { via, operatorId }: PersonActor,
  madeById: string | null,
): Promise<boolean> {
  return via === 'command' || (await secondPersons(db, madeById)).includes(operatorId)
}

async function secondPersons(db: Db, madeById: string | null): Promise<string[]> {
  return await approversOf(db, { action: 'payout-run.approve', proposedBy: madeById ?? '' })
}

/** Where nobody else can approve a run, mails its maker that they can do it themselves after a day: a thief is found out. */
export async function announceOwnApproval(
  tx: Tx,
  actor: OperatorActor,
  { runId }: { runId: string },
  { mailer, publicOrigin }: Pick<PayoutRunDeps, 'mailer' | 'publicOrigin'>,
): Promise<void> {
  if (actor.via === 'job' || (await hasOtherApprover(tx, actor.operatorId))) return
  await mailer.send(
    tx,
    composeMail({
      to: actor.email,
      subject: m.mail_own_payout_run_subject(),
      lines: [m.mail_own_payout_run_hello({ runId, hours: OWN_APPROVAL_HOURS })],
      notes: [m.mail_own_payout_run_not_you({ site: publicOrigin })],
    }),
  )
}
