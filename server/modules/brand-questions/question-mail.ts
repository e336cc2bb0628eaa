import { m } from '#messages'
import { defaultLanguage } from '#contracts/languages.ts'
import { amountInEnglish } from '#server/platform/shown-amounts.ts'
import { inLanguage } from '#server/platform/language.ts'
import { composeMail } from '#server/platform/mail/compose-mail.ts'
import type { Mail } from '#server/platform/mail/mailer.ts'
import { timeText } from '#server/platform/shown-times.ts'
import type { AskedAbout, Subject } from './brand-question-queries.ts'

type Asked = Pick<AskedAbout, 'campaign' | 'orderId' | 'type' | 'occurredAt' | 'amount' | 'clickId'> & {
  to: string
  /** Of the question. */
  id: string
  question: string
  subject: Subject
  clickedAt: Date | null
}

/** The mail to a brand: the question, and what the brand knows of the order. Nothing of the member. */
export function questionMail(asked: Asked): Mail {
  // A brand has no language of its own yet.
  return inLanguage(defaultLanguage, () => composeMail(content(asked)))
}

function content({ to, id, question, subject, campaign, ...order }: Asked) {
  const reference = `Q-${id.slice(-8).toUpperCase()}`
  const { orderId, type, occurredAt, amount, clickId, clickedAt } = order
  const click = clickedAt && { time: timeText(clickedAt) }
  return {
    to,
    subject: m.mail_brand_question_subject({ reference }),
    lines: [
      subject === 'claim'
        ? m.mail_brand_question_claim({ campaign })
        : m.mail_brand_question_conversion({ campaign }),
      ...question.split(/\n{2,}/),
      [
        type === 'sale'
          ? m.mail_brand_question_sale({ order: orderId })
          : m.mail_brand_question_lead({ order: orderId }),
        m.mail_brand_question_time({ time: timeText(occurredAt) }),
        ...(amount ? [m.mail_brand_question_amount({ amount: amountInEnglish(amount) })] : []),
        ...(click
          ? [
              clickId
                ? m.mail_brand_question_click_id({ ...click, id: clickId })
                : m.mail_brand_question_click(click),
            ]
          : []),
      ].join('\n'),
    ],
    notes: [m.mail_brand_question_how({ reference })],
  }
}
