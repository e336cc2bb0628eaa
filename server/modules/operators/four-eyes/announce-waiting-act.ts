import { sql } from 'kysely'
import { m } from '#messages'
import { consoleHref } from '#contracts/console-routes.ts'
import { defaultLanguage } from '#contracts/languages.ts'
import type { Tx } from '#server/platform/database.ts'
import { inLanguage } from '#server/platform/language.ts'
import { composeMail } from '#server/platform/mail/compose-mail.ts'
import { timeText } from '#server/platform/shown-times.ts'
import type { OperatorAccessDeps } from '../access/access-deps.ts'
import type { PendingAct } from './pending-act-queries.ts'

/**
 * Mails the owners of an act that is done by itself in 24 hours; also those who were disabled within a week: that may be
 * how its proposer came to be alone.
 */
export async function announceWaitingAct(
  tx: Tx,
  { mailer, publicOrigin }: Pick<OperatorAccessDeps, 'mailer' | 'publicOrigin'>,
  { action, memberUid, reason, proposedByName, runsAt }: PendingAct,
): Promise<void> {
  const { rows } = await sql<{ email: string }>`
    select email from operator
    where role = 'owner' and (disabled_at is null or disabled_at > crels_now() - interval '7 days') order by email`.execute(
    tx,
  )
  for (const { email } of rows) {
    const mail = inLanguage(defaultLanguage, () =>
      composeMail({
        to: email,
        subject: m.operators_waits_subject(),
        lines: [
          m.operators_waits_hello({ name: proposedByName, act: action, time: timeText(runsAt!.getTime()) }),
          // A mail outlives the member: why something is done to one is in the console alone.
          ...(memberUid === null ? [m.operators_waits_reason({ reason })] : []),
        ],
        action: { label: m.operators_waits_action(), url: publicOrigin + consoleHref('approvals') },
        notes: [m.operators_waits_not_you()],
      }),
    )
    await mailer.send(tx, { ...mail, isRequested: true })
  }
}
