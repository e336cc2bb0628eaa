import { clickWindow } from '#rules/click-window.ts'
import { lastHumanClick, clickTime } from '#server/modules/clicks/public.ts'
import {
  authorOf,
  decidedBefore,
  operate,
  requireOwnAgain,
  type ActMember,
  type OperatorActor,
} from '#server/modules/operators/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { newId } from '#server/platform/ids.ts'
import type { Mailer } from '#server/platform/mail/mailer.ts'
import {
  insertQuestion,
  lockAskedAbout,
  waitingQuestion,
  type AskedAbout,
  type Subject,
} from './brand-question-queries.ts'
import { questionMail } from './question-mail.ts'

export interface AskDeps {
  mailer: Pick<Mailer, 'send'>
  /** Where answers go; without it, to the operator who asks. */
  supportEmail: string | null
  /** Seals what is asked in the log of acts. */
  secret: NonNullable<ActMember['secret']>
}

/**
 * Mails a brand a question about a conversion or a claim, and records that it was asked; the same by the same operator
 * again, while it waits, changes nothing. Throws `not_found`, and `conflict` where the brand has no contact address,
 * another question waits, or the claim was answered.
 */
export async function askBrand(
  tx: Tx,
  actor: OperatorActor,
  { about: subjectId, question }: { about: string; question: string },
  { mailer, supportEmail, secret }: AskDeps,
): Promise<{ id: string }> {
  const subject: Subject = subjectId.startsWith('clm_') ? 'claim' : 'conversion'
  const about = await lockAskedAbout(tx, subject, subjectId)
  if (!about) throw problem('not_found', { detail: `There is no such ${subject} of a campaign.` })
  if (about.isAnswered) throw await decidedBefore(tx, subjectId, 'This claim was answered.')
  if (about.contactEmail === null)
    throw problem('conflict', {
      detail: `${about.brand} has no contact address. Set one on the brand’s page, then ask.`,
    })
  const before = await waitingQuestion(tx, subject, subjectId)
  if (before) {
    const isSame = before.question === question
    await requireOwnAgain(tx, actor, { action: 'brand.ask', target: subjectId, isSame, detail: asked })
    return { id: before.id }
  }
  const id = newId('brandQuestion')
  await operate(tx, actor, {
    action: 'brand.ask',
    target: subjectId,
    after: { question: id, brand: about.brandSlug },
    member: { uid: about.uid, personal: { after: { question } }, secret },
  })
  const { brandId, uid } = about
  if (!(await insertQuestion(tx, { id, subject, subjectId, brandId, uid, question, by: authorOf(actor) })))
    throw await decidedBefore(tx, subjectId, asked, { actions: ['brand.ask'] })
  const clickedAt = await clickOf(tx, about)
  const mail = questionMail({ to: about.contactEmail, id, question, subject, clickedAt, ...about })
  const replyTo = supportEmail ?? (actor.via === 'job' ? undefined : actor.email)
  await mailer.send(tx, { ...mail, isRequested: true, ...(replyTo !== undefined && { replyTo }) })
  return { id }
}

const asked = 'The brand was asked, and has not answered yet.'

/** When the click was that it is about: the one that was reported, else the last before it. */
async function clickOf(
  tx: Tx,
  { clickId, enrolmentId, cookieDays, occurredAt }: AskedAbout,
): Promise<Date | null> {
  const click = clickId ?? (await lastHumanClick(tx, enrolmentId, clickWindow(occurredAt, cookieDays)))
  return click ? new Date(clickTime(click)) : null
}
