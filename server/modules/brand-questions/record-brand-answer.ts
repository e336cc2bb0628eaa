import type { BrandQuestion } from '#contracts/operator-brand-questions.schemas.ts'
import { authorOf, operate, type OperatorActor } from '#server/modules/operators/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import type { AskDeps } from './ask-brand.ts'
import { lockQuestion, settleQuestion } from './brand-question-queries.ts'

/** Takes down what a brand answered, once. Throws `not_found`, and `conflict` where an answer is there already. */
export async function recordBrandAnswer(
  tx: Tx,
  actor: OperatorActor,
  { id, answer }: { id: string; answer: string },
  { secret }: Pick<AskDeps, 'secret'>,
): Promise<BrandQuestion> {
  const question = await lockQuestion(tx, id)
  if (!question) throw problem('not_found', { detail: 'There is no such question.' })
  if (question.answeredBy !== null)
    throw problem('conflict', { detail: `${question.answeredBy} took down an answer to this already.` })
  await operate(tx, actor, {
    action: 'brand.record-answer',
    target: question.subjectId,
    after: { question: id },
    member: { uid: question.uid, personal: { after: { answer } }, secret },
  })
  return await settleQuestion(tx, id, { answer, by: authorOf(actor) })
}
