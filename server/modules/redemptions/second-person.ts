import { m } from '#messages'
import type { OperatorAct } from '#rules/operator-permissions.ts'
import { OWN_APPROVAL_HOURS } from '#rules/payout-run.ts'
import {
  approversOf,
  hearersOfLoneActs,
  lastOperatorLost,
  lastToDo,
  othersWhoCould,
  type OperatorActor,
} from '#server/modules/operators/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { operatorMinute } from '#server/platform/shown-times.ts'
import { composeMail } from '#server/platform/mail/compose-mail.ts'
import { requireNotOwnDestination } from './own-destination.ts'
import { singleProviders } from './payout-provider.ts'
import type { RedemptionDeps } from './redemption-deps.ts'
import type { RedemptionRow } from './redemption-queries.ts'

/**
 * Of a redemption that is paid by itself one operator approves and another has it paid, as of a payout run
 * (docs/decisions/093-a-payout-run-is-four-eyes-and-a-file.md): never who approved it, unless nobody else could and a
 * day has passed, nor whom they invited within a day or who invited them; the member who is paid is no one else,
 * nor who was paid there (`requireNotOwnDestination`). Commands prove no name and wait for nobody. Throws `forbidden`.
 */
export async function requireSecondPerson(
  tx: Tx,
  actor: OperatorActor,
  { id, uid, state, stateAt }: Pick<RedemptionRow, 'id' | 'uid' | 'state' | 'stateAt'>,
): Promise<void> {
  if (state !== 'approved') return
  await requireNotOwnDestination(tx, actor, [id])
  const approver = await lastToDo(tx, { action: 'redemption.approve', target: id })
  await requireAnother(
    tx,
    actor,
    { action: 'redemption.send', by: approver, memberUid: uid, since: stateAt },
    {
      own: 'You approved this redemption: another operator has it paid.',
      linked: 'approved it',
    },
  )
}

/** What an operator did or said, on which another goes on. */
interface GoesOn {
  /** What is done now. */
  action: OperatorAct
  /** Who did or said it; null where it was no operator. */
  by: string | null
  /** Whom it pays. */
  memberUid: string
  since: Date
}

/**
 * Throws `forbidden` where it is the same operator, unless nobody else could and a day has passed, or one of whom an
 * invitation within a day leads to the other; it names what that other did (`linked`). Commands prove no name, and wait
 * for no one.
 */
export async function requireAnother(
  tx: Tx,
  actor: OperatorActor,
  { action, by, memberUid, since }: GoesOn,
  said: { own: string; linked: string },
): Promise<void> {
  if (by === null || actor.via === 'job' || actor.via === 'command') return
  const proposed = { action, proposedBy: by, memberUid }
  if ((await approversOf(tx, proposed)).includes(actor.operatorId)) return
  if (by !== actor.operatorId)
    throw problem('forbidden', {
      detail: `You can’t do this: you or the operator who ${said.linked} invited the other in the last 24 hours, directly or through others, or you have no passkey or authenticator app.`,
    })
  if ((await othersWhoCould(tx, proposed)).length > 0) throw problem('forbidden', { detail: said.own })
  await requireDayAlone(tx, since)
}

/** What the log has beside an act on a payment by who said themselves that it failed, or had it sent: the owners are mailed. */
export function ownWord(actor: OperatorActor, by: string | null): { isOwnWord?: true } {
  return actor.via === 'console' && by === actor.operatorId ? { isOwnWord: true } : {}
}

/** Who says that a payment came back neither has it paid again nor gives its crels back. */
export const saidItFailed = {
  own: 'You said that this payment failed: another operator has it tried again, or gives it up.',
  linked: 'said that it failed',
} as const

/** Who says that an attempt came back that a report said was paid does neither, too. */
export const saidItCameBack = {
  own: 'You said that another attempt of this payment came back: another operator has it tried again, or gives it up.',
  linked: 'said that another attempt came back',
} as const

/**
 * Throws `forbidden` until a day after what an operator did that nobody else could go on with, and a day after an operator
 * was disabled or given another role: nobody makes themselves alone and goes on at once.
 */
export async function requireDayAlone(tx: Tx, since: Date): Promise<void> {
  const lost = await lastOperatorLost(tx)
  const last = Math.max(since.getTime(), lost?.getTime() ?? 0)
  const from = new Date(last + OWN_APPROVAL_HOURS * 3_600_000)
  if ((await databaseNow(tx)) < from)
    throw problem('forbidden', {
      detail: `No one else can do this, so it waits ${OWN_APPROVAL_HOURS} hours, until ${operatorMinute(from)}.`,
    })
}

/**
 * Where nobody else could have an approved redemption paid, mails who approved it that they can do it themselves after a
 * day, and `hearersOfLoneActs` with them: a thief is found out. Answers whether it did: not for what is paid by runs
 * alone, whose draft is mailed.
 */
export async function announceOwnPayout(
  tx: Tx,
  actor: OperatorActor,
  { id, uid, destinationKind }: Pick<RedemptionRow, 'id' | 'uid' | 'destinationKind'>,
  { mailer, publicOrigin, providers }: Pick<RedemptionDeps, 'mailer' | 'publicOrigin' | 'providers'>,
): Promise<boolean> {
  if (actor.via === 'job' || actor.via === 'command') return false
  if (singleProviders(destinationKind, providers).length === 0) return false
  const { operatorId: proposedBy, email, name: maker } = actor
  if ((await othersWhoCould(tx, { action: 'redemption.send', proposedBy, memberUid: uid })).length > 0)
    return false
  const hours = OWN_APPROVAL_HOURS
  for (const to of await hearersOfLoneActs(tx, [email]))
    await mailer.send(
      tx,
      composeMail({
        to,
        subject: m.mail_lone_payout_subject({ maker }),
        lines: [m.mail_lone_payout_hello({ maker, redemptionId: id, hours })],
        notes: [m.mail_lone_payout_not_right({ site: publicOrigin })],
      }),
    )
  await mailer.send(
    tx,
    composeMail({
      to: email,
      subject: m.mail_own_payout_subject(),
      lines: [m.mail_own_payout_hello({ redemptionId: id, hours })],
      notes: [m.mail_own_payout_not_you({ site: publicOrigin })],
    }),
  )
  return true
}
