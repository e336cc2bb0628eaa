import { sql } from 'kysely'
import { m } from '#messages'
import { consoleHref } from '#contracts/console-routes.ts'
import { mayOperate, OPERATOR_ROLES } from '#rules/operator-permissions.ts'
import { defaultLanguage } from '#contracts/languages.ts'
import type { Tx } from '#server/platform/database.ts'
import { inLanguage } from '#server/platform/language.ts'
import { composeMail } from '#server/platform/mail/compose-mail.ts'
import { operatorTimeText } from '#server/platform/shown-times.ts'
import type { OperatorAccessDeps } from '../access/access-deps.ts'
import type { PendingAct } from './pending-act-queries.ts'

type Deps = Pick<OperatorAccessDeps, 'mailer' | 'publicOrigin'>

/**
 * The addresses of who hears of what one operator does alone: owners, and operators who could approve until they were
 * disabled within a week, since that may be how that one came to be alone; but for those who hear of it otherwise.
 */
export async function hearersOfLoneActs(tx: Tx, besides: readonly string[] = []): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select email from operator
    where email <> all(${[...besides]}) and (disabled_at is null and role = 'owner'
      or disabled_at > crels_now() - interval '7 days' and role = any(${OPERATOR_ROLES.filter((role) => mayOperate(role, 'act.approve'))}))
    order by email`.execute(tx)
  return rows.map(({ email }) => email)
}

/** Mails them an act that is done by itself in 24 hours. */
export async function announceWaitingAct(tx: Tx, deps: Deps, proposed: PendingAct): Promise<void> {
  const { action, proposedByName, runsAt } = proposed
  await mailEach(tx, deps, proposed, {
    to: await hearersOfLoneActs(tx),
    subject: m.operators_waits_subject,
    hello: () =>
      m.operators_waits_hello({ name: proposedByName, act: action, time: operatorTimeText(runsAt!) }),
    note: m.operators_waits_not_you,
  })
}

/** Mails those who can approve an act as soon as it is proposed. */
export async function askApprovers(
  tx: Tx,
  deps: Deps,
  proposed: PendingAct,
  approverIds: readonly string[],
): Promise<void> {
  const { rows } = await sql<{ email: string }>`
    select email from operator where id = any (${[...approverIds]}) order by email`.execute(tx)
  const { action, proposedByName, expiresAt } = proposed
  await mailEach(tx, deps, proposed, {
    to: rows.map(({ email }) => email),
    subject: () => m.operators_asks_subject({ name: proposedByName }),
    hello: () =>
      m.operators_asks_hello({ name: proposedByName, act: action, time: operatorTimeText(expiresAt) }),
    note: m.operators_asks_not_them,
  })
}

/** Mails who proposed an act, and the owners, that nobody approved it in time: what it was for is still to be done. */
export async function announceExpiredAct(tx: Tx, deps: Deps, expired: PendingAct): Promise<void> {
  await mailEnd(tx, deps, expired, {
    subject: m.operators_expired_subject,
    hello: m.operators_expired_hello,
    note: m.operators_expired_again,
  })
}

/** Mails them that it was due and could not be done. What stood in the way is in the console alone. */
export async function announceFailedAct(tx: Tx, deps: Deps, failed: PendingAct): Promise<void> {
  await mailEnd(tx, deps, failed, {
    subject: m.operators_failed_subject,
    hello: m.operators_failed_hello,
    note: m.operators_failed_again,
  })
}

interface EndTexts {
  subject: (words: { name: string }) => string
  hello: (words: { name: string; act: string; time: string }) => string
  note: () => string
}

async function mailEnd(tx: Tx, deps: Deps, ended: PendingAct, texts: EndTexts): Promise<void> {
  const { rows } = await sql<{ email: string }>`
    select email from operator where disabled_at is null and (role = 'owner' or id = ${ended.proposedBy})
    order by email`.execute(tx)
  const { action: act, proposedByName: name, proposedAt } = ended
  await mailEach(tx, deps, ended, {
    to: rows.map(({ email }) => email),
    subject: () => texts.subject({ name }),
    hello: () => texts.hello({ name, act, time: operatorTimeText(proposedAt) }),
    note: texts.note,
  })
}

async function mailEach(
  tx: Tx,
  { mailer, publicOrigin }: Deps,
  { memberUid, reason }: PendingAct,
  { to, subject, hello, note }: { to: string[] } & Record<'subject' | 'hello' | 'note', () => string>,
): Promise<void> {
  for (const address of to) {
    const mail = inLanguage(defaultLanguage, () =>
      composeMail({
        to: address,
        subject: subject(),
        lines: [
          hello(),
          // A mail outlives the member: why something is done to one is in the console alone.
          ...(memberUid === null ? [m.operators_waits_reason({ reason })] : []),
        ],
        action: { label: m.operators_waits_action(), url: publicOrigin + consoleHref('approvals') },
        notes: [note()],
      }),
    )
    await mailer.send(tx, { ...mail, isRequested: true })
  }
}
