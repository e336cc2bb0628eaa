import { supportReferenceText } from '#rules/support-request.ts'
import { findMember } from '#server/modules/accounts/public.ts'
import { notifyMembers } from '#server/modules/notifications/public.ts'
import type { Tx } from '#server/platform/database.ts'
import type { SupportDeps } from './support-deps.ts'
import { mailAnswer } from './support-mail.ts'
import type { SupportRow } from './support-queries.ts'

export type MailDeps = Pick<SupportDeps, 'mailer' | 'publicOrigin' | 'supportEmail'>

/**
 * Sends what an operator wrote: a member is notified, a visitor and a disabled member mailed. To who wrote something
 * themselves it is an answer.
 */
export async function notifyAsker(
  tx: Tx,
  row: SupportRow,
  { messageId, text }: { messageId: string; text: string },
  deps: MailDeps,
): Promise<void> {
  const hasAsked = row.messages.some(({ author }) => author === 'asker')
  const subject = hasAsked ? null : row.subject
  if (row.uid === null)
    return await mailAnswer(tx, { ...row, subject }, { to: row.email!, answer: text }, deps)
  const facts = { messageId, reference: supportReferenceText(row.reference) }
  await notifyMembers(
    tx,
    [row.uid],
    subject === null
      ? { kind: 'support_answered', facts: { ...facts, answer: text } }
      : { kind: 'support_wrote', facts: { ...facts, subject, text } },
  )
  // A disabled member reads no inbox: theirs is a mail that can be replied to, as a visitor's. An address that they did
  // not prove may be another's, who never asked.
  const member = await findMember(tx, row.uid)
  if (member?.state === 'disabled' && member.isEmailVerified) {
    const { email: to, language } = member
    await mailAnswer(tx, { ...row, subject, language }, { to, answer: text }, deps)
  }
}
