import type { BrandQuestion } from '#contracts/operator-brand-questions.schemas.ts'
import { authorOf, operate, requireOwnAgain, type OperatorActor } from '#server/modules/operators/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import type { AskDeps } from './ask-brand.ts'
import { lockQuestion, settleQuestion } from './brand-question-queries.ts'

/**
 * Takes down what a brand answered, once; the same by the same operator again changes nothing. Throws `not_found`, and
 * `conflict` where another answer is there already, or one that another took down.
 */
export async function recordBrandAnswer(
  tx: Tx,
  actor: OperatorActor,
  { id, answer }: { id: string; answer: string },
  { secret }: Pick<AskDeps, 'secret'>,
): Promise<BrandQuestion> {
  const found = await lockQuestion(tx, id)
  if (!found) throw problem('not_found', { detail: 'There is no such question.' })
  const { uid, subjectId, question } = found
  const about = { question: id }
  const act = { action: 'brand.record-answer', target: subjectId } as const
  if (question.answeredBy !== null) {
    const isSame = question.answer === answer
    const detail = 'An answer to this was taken down already.'
    await requireOwnAgain(tx, actor, { ...act, about, isSame, detail, actions: [act.action] })
    return question
  }
  await operate(tx, actor, {
    ...act,
    after: about,
    member: { uid, personal: { after: { answer } }, secret },
  })
  return await settleQuestion(tx, id, { answer, by: authorOf(actor) })
}
