import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { composeMail } from '#server/platform/mail/compose-mail.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { deleteSession, findIdentityUser, recordSecurityEvent, type IdentityDb } from './identity-queries.ts'

/**
 * Ends a session of which an old secret was used: a copy of it is in other hands, or an answer was lost for more than a
 * minute, and the two cannot be distinguished. The member finds it among their security events, and is mailed where the
 * address is verified. The caller says `accountChanged` after the commit.
 */
export async function endReusedSession(
  tx: IdentityDb,
  { mailer, publicOrigin }: Pick<IdentityDeps, 'mailer' | 'publicOrigin'>,
  { id, uid }: { id: string; uid: string },
): Promise<void> {
  await deleteSession(tx, id)
  await recordSecurityEvent(tx, uid, 'session_reused')
  const user = await findIdentityUser(tx, uid)
  if (!user?.emailVerified) return
  await mailer.send(
    tx,
    composeMail({
      to: user.email,
      subject: m.mail_session_reused_subject(),
      lines: [m.mail_session_reused_hello(), m.mail_session_reused_why()],
      action: { label: m.mail_session_reused_action(), url: `${publicOrigin}${paths.resetPassword}` },
      notes: [m.mail_session_reused_hint()],
    }),
  )
}
