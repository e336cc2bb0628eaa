import * as z from 'zod/mini'
import type { EndpointSchemas } from './endpoint.ts'
import { idSchema } from './ids.ts'
import {
  BRAND_ASKED,
  QUESTIONS_AT_ONCE_MAX,
  questionLengthMax,
} from './operator-brand-questions.constants.ts'
import { textUpTo } from './operator-shapes.ts'
import { rowResults } from './row-results.ts'
import { time, visibleLines } from './shapes.ts'

const tag = 'operator'
const text = textUpTo(questionLengthMax).check(visibleLines)

export const brandQuestion = z.object({
  id: z.string(),
  /** What the mail says to answer with, such as `Q-1A2B3C4D`. */
  reference: z.string(),
  question: z.string(),
  askedAt: time,
  /** The operator's name. */
  askedBy: z.string(),
  /** What the brand said, as an operator took it down; null while it waits. */
  answer: z.nullable(z.string()),
  answeredAt: z.nullable(time),
  answeredBy: z.nullable(z.string()),
})
export type BrandQuestion = z.output<typeof brandQuestion>

/** Of a list whose rows can be asked about. */
export const brandAsked = z.enum(BRAND_ASKED)

export const operatorBrandQuestionSchemas = {
  askBrands: {
    summary:
      'Mails the brand of each row a question, with the order, its amount and times, and nothing of the member. While one waits for its answer, another is refused.',
    tag,
    body: z.strictObject({
      ids: z
        .array(z.union([idSchema('conversion'), idSchema('claim')]))
        .check(z.minLength(1), z.maxLength(QUESTIONS_AT_ONCE_MAX)),
      question: text,
    }),
    responses: { 200: rowResults },
  },
  recordBrandAnswer: {
    summary: 'Takes down what the brand answered.',
    tag,
    params: z.object({ id: idSchema('brandQuestion') }),
    body: z.strictObject({ answer: text }),
    errors: ['conflict'],
    responses: { 200: brandQuestion },
  },
} satisfies Record<string, EndpointSchemas>
