import { consoleHref } from '#contracts/console-routes.ts'
import { m } from '#messages'
import type { Tx } from '#server/platform/database.ts'
import { composeMail } from '#server/platform/mail/compose-mail.ts'
import type { OperatorAccessDeps } from './access-deps.ts'

/** Mails an operator what changed of how they sign in, and what to do where it was somebody else. */
export async function mailFactor(
  tx: Tx,
  { mailer, publicOrigin }: Pick<OperatorAccessDeps, 'mailer' | 'publicOrigin'>,
  { email: to }: { email: string },
  { changed, notYou }: { changed: string; notYou: string },
): Promise<void> {
  const mail = composeMail({
    to,
    subject: m.operators_factor_subject(),
    lines: [changed],
    action: { label: m.operators_factor_action(), url: publicOrigin + consoleHref('account') },
    notes: [notYou],
  })
  await mailer.send(tx, { ...mail, isRequested: true })
}
