import type { SecondPersons } from '#contracts/operator-payout-runs.schemas.ts'
import { m } from '#messages'
import { OWN_APPROVAL_HOURS } from '#rules/payout-run.ts'
import { isOwnAccount, type KnownAs } from '#rules/own-account.ts'
import {
  approversOf,
  hearersOfLoneActs,
  listOperators,
  othersWhoCould,
  type OperatorActor,
  type PersonActor,
} from '#server/modules/operators/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { composeMail } from '#server/platform/mail/compose-mail.ts'
import type { PayoutRunDeps } from './payout-run-deps.ts'
import { paidMembers, type PayoutRunRow } from './payout-run-queries.ts'

type Made = Pick<PayoutRunRow, 'id' | 'madeById'>

/**
 * Whether there is another operator who could approve a run than the one who made it, as `othersWhoCould` has it: none
 * that it pays.
 */
export async function hasOtherApprover(db: Db, run: Made): Promise<boolean> {
  return (await othersOf(db, run)).some(({ isPaid }) => !isPaid)
}

/**
 * Whether an operator is a second person beside the maker of a run, but for whom it pays (`requireNotPaid`). By a command
 * every other operator is: it proves no name (docs/decisions/089-some-acts-take-a-second-person.md).
 */
export async function isSecondPerson(
  db: Db,
  { via, operatorId }: PersonActor,
  { madeById }: Pick<Made, 'madeById'>,
): Promise<boolean> {
  return via === 'command' || (await approversOf(db, approvalOf(madeById))).includes(operatorId)
}

const approvalOf = (madeById: string | null) =>
  ({ action: 'payout-run.approve', proposedBy: madeById ?? '' }) as const

/** How many could approve what a maker drafts that pays some members, and who could if it did not pay them. */
export async function secondPersonsFor(
  db: Db,
  { madeById, paid }: { madeById: string | null; paid: readonly KnownAs[] },
): Promise<SecondPersons> {
  const others = await othersBeside(db, madeById, async () => await Promise.resolve(paid))
  const isPaid = others.filter((one) => one.isPaid)
  return { others: others.length - isPaid.length, paid: isPaid.map(({ name }) => name) }
}

/** The same of a run that is drafted. */
export async function secondPersonsOf(db: Db, { id, madeById }: Made): Promise<SecondPersons> {
  return await secondPersonsFor(db, { madeById, paid: await paidMembers(db, id) })
}

/** Who could approve a run beside its maker, as `othersWhoCould` has it, and whether the run pays them. */
async function othersOf(db: Db, { id: runId, madeById }: Made) {
  return await othersBeside(db, madeById, async () => await paidMembers(db, runId))
}

async function othersBeside(db: Db, madeById: string | null, readPaid: () => Promise<readonly KnownAs[]>) {
  const others = await othersWhoCould(db, approvalOf(madeById))
  if (others.length === 0) return []
  const paid = await readPaid()
  return (await listOperators(db))
    .filter(({ id }) => others.includes(id))
    .map(({ id, name, email }) => ({
      id,
      name,
      email,
      isPaid: paid.some((member) => isOwnAccount([name, email], member)),
    }))
}

/**
 * Where nobody else can approve a run, mails its maker that they can do it themselves after a day: a thief is found out.
 * Those who could if it did not pay them hear of it too, since who makes a run chooses whom it pays; and so do
 * `hearersOfLoneActs`.
 */
export async function announceOwnApproval(
  tx: Tx,
  actor: OperatorActor,
  { runId }: { runId: string },
  { mailer, publicOrigin: site }: Pick<PayoutRunDeps, 'mailer' | 'publicOrigin'>,
): Promise<void> {
  if (actor.via === 'job') return
  const others = await othersOf(tx, { id: runId, madeById: actor.operatorId })
  if (others.some(({ isPaid }) => !isPaid)) return
  const hours = OWN_APPROVAL_HOURS
  for (const { email, name } of others)
    await mailer.send(
      tx,
      composeMail({
        to: email,
        subject: m.mail_own_payout_run_paid_subject({ maker: actor.name }),
        lines: [m.mail_own_payout_run_paid_hello({ name, maker: actor.name, runId, hours })],
        notes: [m.mail_own_payout_run_paid_not_right({ site })],
      }),
    )
  const { name: maker } = actor
  for (const to of await hearersOfLoneActs(tx, [actor.email, ...others.map(({ email }) => email)]))
    await mailer.send(
      tx,
      composeMail({
        to,
        subject: m.mail_lone_payout_run_subject({ maker }),
        lines: [m.mail_lone_payout_run_hello({ maker, runId, hours })],
        notes: [m.mail_lone_payout_not_right({ site })],
      }),
    )
  await mailer.send(
    tx,
    composeMail({
      to: actor.email,
      subject: m.mail_own_payout_run_subject(),
      lines: [m.mail_own_payout_run_hello({ runId, hours })],
      notes: [m.mail_own_payout_not_you({ site })],
    }),
  )
}
