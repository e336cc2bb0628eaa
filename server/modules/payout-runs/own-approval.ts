import { m } from '#messages'
import { OWN_APPROVAL_HOURS } from '#rules/payout-run.ts'
import { isOwnAccount } from '#rules/own-account.ts'
import {
  approversOf,
  listOperators,
  type OperatorActor,
  type PersonActor,
} from '#server/modules/operators/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { composeMail } from '#server/platform/mail/compose-mail.ts'
import type { PayoutRunDeps } from './payout-run-deps.ts'
import { paidMembers, type PayoutRunRow } from './payout-run-queries.ts'

type Made = Pick<PayoutRunRow, 'id' | 'madeById'>

/** Whether there is another operator who may approve a run than the one who made it, as `approversOf` has it: none that it pays. */
export async function hasOtherApprover(db: Db, run: Made): Promise<boolean> {
  return (await secondPersons(db, run)).length > 0
}

/**
 * Whether an operator is a second person beside the maker of a run. By a command every other operator is: it proves no
 * name (docs/decisions/089-some-acts-take-a-second-person.md).
 */
export async function isSecondPerson(db: Db, { via, operatorId }: PersonActor, run: Made): Promise<boolean> {
  return via === 'command' || (await secondPersons(db, run)).includes(operatorId)
}

async function secondPersons(db: Db, { id, madeById }: Made): Promise<string[]> {
  const others = await approversOf(db, { action: 'payout-run.approve', proposedBy: madeById ?? '' })
  if (others.length === 0) return others
  const paid = await paidMembers(db, id)
  const isPaid = ({ name, email }: { name: string; email: string }) =>
    paid.some((member) => isOwnAccount([name, email], member))
  const unpaid = new Set((await listOperators(db)).filter((one) => !isPaid(one)).map((one) => one.id))
  return others.filter((other) => unpaid.has(other))
}

/**
 * Where nobody else can approve a run, mails its maker that they can do it themselves after a day: a thief is found out.
 * Those who could if it did not pay them hear of it too, since who makes a run chooses whom it pays.
 */
export async function announceOwnApproval(
  tx: Tx,
  actor: OperatorActor,
  { runId }: { runId: string },
  { mailer, publicOrigin }: Pick<PayoutRunDeps, 'mailer' | 'publicOrigin'>,
): Promise<void> {
  if (actor.via === 'job' || (await hasOtherApprover(tx, { id: runId, madeById: actor.operatorId }))) return
  const paid = await approversOf(tx, { action: 'payout-run.approve', proposedBy: actor.operatorId })
  for (const { email, name } of (await listOperators(tx)).filter(({ id }) => paid.includes(id)))
    await mailer.send(
      tx,
      composeMail({
        to: email,
        subject: m.mail_own_payout_run_paid_subject({ maker: actor.name }),
        lines: [
          m.mail_own_payout_run_paid_hello({ name, maker: actor.name, runId, hours: OWN_APPROVAL_HOURS }),
        ],
        notes: [m.mail_own_payout_run_paid_not_right({ site: publicOrigin })],
      }),
    )
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
