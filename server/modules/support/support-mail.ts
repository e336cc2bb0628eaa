import { m } from '#messages'
import { defaultLanguage } from '#contracts/languages.ts'
import { paths, supportAnswersPath, withQuery } from '#contracts/paths.ts'
import type { SupportTopic } from '#contracts/support.constants.ts'
import { supportReferenceText } from '#rules/support-request.ts'
import type { Tx } from '#server/platform/database.ts'
import { inLanguage } from '#server/platform/language.ts'
import { composeMail, type MailContent } from '#server/platform/mail/compose-mail.ts'
import type { SupportDeps } from './support-deps.ts'
import type { SupportRow } from './support-queries.ts'

type Deps = Pick<SupportDeps, 'mailer' | 'publicOrigin' | 'supportEmail'>

/** The name of a topic, in mails and for operators. */
export const topicNames: Record<SupportTopic, () => string> = {
  account: m.support_topic_account,
  payout: m.support_topic_payout,
  earning: m.support_topic_earning,
  order: m.support_topic_order,
  technical: m.support_topic_technical,
  abuse: m.support_topic_abuse,
  privacy: m.support_topic_privacy,
  other: m.support_topic_other,
}

/** Mails the operator the newest message, to be answered by the queue or by mail; without an address, nothing. */
export async function mailOperator(
  tx: Tx,
  row: SupportRow,
  asker: { askerEmail: string; isVerified: boolean },
  { mailer, supportEmail }: Deps,
): Promise<void> {
  if (supportEmail === null) return
  // In the operator's language, whichever who asks speaks.
  const mail = inLanguage(defaultLanguage, () => composeMail(operatorMail(supportEmail, row, asker)))
  // The operator's own address: one mail that came back must not end all requests by mail.
  await mailer.send(tx, { ...mail, replyTo: asker.askerEmail, isRequested: true })
}

function operatorMail(
  to: string,
  { topic, about, messages, ...row }: SupportRow,
  { askerEmail, isVerified }: { askerEmail: string; isVerified: boolean },
): MailContent {
  const reference = supportReferenceText(row.reference)
  const newest = messages.at(-1)!
  return {
    to,
    // Nothing of what was typed: a subject is a header.
    subject:
      messages.length === 1
        ? m.mail_support_operator_subject({ reference, topic: topicNames[topic]() })
        : m.mail_support_operator_reply_subject({ reference, topic: topicNames[topic]() }),
    lines: [
      ...newest.text.split(/\n{2,}/),
      m.mail_support_operator_from({ email: askerEmail, member: askerName(row, isVerified) }),
      ...about.map(({ kind, id }) =>
        kind === 'text' ? m.mail_support_about_text({ id }) : m.mail_support_about({ kind, id }),
      ),
      ...(newest.pictures.length > 0
        ? [m.mail_support_pictures({ count: newest.pictures.length, reference })]
        : []),
    ],
    notes: [m.mail_support_operator_how({ reference })],
  }
}

/** Who asks, and whether the address is proven to be theirs: what is private is answered to those alone. */
function askerName({ uid }: Pick<SupportRow, 'uid'>, isVerified: boolean): string {
  if (uid === null) return m.mail_support_visitor()
  return isVerified ? uid : m.mail_support_member_unverified({ uid })
}

/** Confirms a request to who asked: its reference alone, as the address may be another's who knows nothing of it. */
export async function mailAsker(
  tx: Tx,
  row: Pick<SupportRow, 'reference'>,
  { to, isMember }: { to: string; isMember: boolean },
  { mailer, publicOrigin, supportEmail }: Deps,
): Promise<void> {
  const reference = supportReferenceText(row.reference)
  const content = {
    to,
    subject: m.mail_support_received_subject({ reference }),
    lines: [m.mail_support_received_hello({ reference })],
    ...(isMember
      ? { action: { label: m.mail_support_action(), url: `${publicOrigin}${supportAnswersPath}` } }
      : {}),
    notes: [m.mail_support_received_not_you()],
  }
  await mailer.send(tx, replied(composeMail(content), supportEmail))
}

/**
 * Mails a visitor the answer, in the language the question came in; members are notified. With a subject it is what an
 * operator wrote first.
 */
export async function mailAnswer(
  tx: Tx,
  row: Pick<SupportRow, 'reference' | 'topic' | 'language' | 'subject'>,
  words: { to: string; answer: string },
  deps: Deps,
): Promise<void> {
  const mail = inLanguage(row.language, () => composeMail(answerMail(row, words, deps)))
  await deps.mailer.send(tx, replied(mail, deps.supportEmail))
}

function answerMail(
  row: Pick<SupportRow, 'reference' | 'topic' | 'subject'>,
  { to, answer }: { to: string; answer: string },
  { publicOrigin, supportEmail }: Deps,
): MailContent {
  const reference = supportReferenceText(row.reference)
  const isFirst = row.subject !== null
  const noReply = isFirst ? m.mail_support_wrote_no_reply : m.mail_support_answer_no_reply
  return {
    to,
    subject: isFirst
      ? m.mail_support_wrote_subject({ reference })
      : m.mail_support_answer_subject({ reference }),
    lines: [...(isFirst ? [row.subject!] : []), ...answer.split(/\n{2,}/)],
    link: {
      label: isFirst ? m.common_write_to_us() : m.mail_support_write_again(),
      url: `${publicOrigin}${withQuery(paths.help, { topic: row.topic, ref: reference })}`,
    },
    notes: [supportEmail === null ? noReply() : m.mail_support_answer_reply()],
  }
}

function replied<T extends object>(mail: T, replyTo: string | null): T & { replyTo?: string } {
  return replyTo === null ? mail : { ...mail, replyTo }
}
