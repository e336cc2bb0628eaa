import { m } from '#console-messages'
import {
  BRAND_ASKED,
  QUESTIONS_AT_ONCE_MAX,
  questionLengthMax,
  type BrandAsked,
} from '#contracts/operator-brand-questions.constants.ts'
import { askBrands, recordBrandAnswer } from '#contracts/operator-brand-questions.endpoints.ts'
import type { BrandQuestion } from '#contracts/operator-brand-questions.schemas.ts'
import { Timeline } from '../ui/facts.tsx'
import { formatAge, formatDateTime, formatNumber } from '../ui/format.ts'
import { Pill } from '../ui/pill.tsx'
import type { RowAct } from '../ui/table/row-act.ts'
import type { TableColumn, TableFilter } from '../ui/table/table-source.ts'
import { call } from './api.ts'

/** A row that its brand can be asked about. */
interface Asked {
  id: string
  questions: readonly BrandQuestion[]
}

/** The question that waits: one at most, and the newest. */
function waiting({ questions: [newest] }: Asked): BrandQuestion | null {
  return newest && newest.answeredAt === null ? newest : null
}

/** Asking the brand, and taking down what it answers. */
export const brandQuestionActs: readonly RowAct<Asked>[] = [
  {
    id: 'ask-brand',
    label: m.questions_ask(),
    hotkey: 'b',
    look: 'quiet',
    permission: 'brand.ask',
    applies: (row) => waiting(row) === null,
    reason: {
      label: m.questions_question(),
      isRequired: true,
      templates: [
        m.questions_template_order(),
        m.questions_template_amount(),
        m.questions_template_customer(),
      ],
      length: questionLengthMax,
      rows: 4,
    },
    allows: ({ length }) => length <= QUESTIONS_AT_ONCE_MAX,
    preview: ({ length }) => (
      <p>
        {length <= QUESTIONS_AT_ONCE_MAX
          ? m.questions_ask_preview({ count: length })
          : m.questions_too_many({ max: QUESTIONS_AT_ONCE_MAX })}
      </p>
    ),
    run: async (rows, question) =>
      (await call(askBrands, { body: { ids: rows.map(({ id }) => id), question } })).results,
    said: (count) => m.questions_asked_said({ count }),
  },
  {
    id: 'record-answer',
    label: m.questions_record(),
    hotkey: 'n',
    look: 'quiet',
    permission: 'brand.record-answer',
    applies: (row) => waiting(row) !== null,
    reason: { label: m.questions_answer(), isRequired: true, length: questionLengthMax, rows: 4 },
    allows: ({ length }) => length === 1,
    preview: (rows) => (
      <p>{rows.length > 1 ? m.questions_record_one() : m.questions_record_preview(waiting(rows[0]!)!)}</p>
    ),
    run: async ([row], answer) => {
      await call(recordBrandAnswer, { params: { id: waiting(row!)!.id }, body: { answer } })
      return [{ id: row!.id, done: true, detail: null }]
    },
    said: () => m.questions_recorded_said(),
  },
]

/** How a row stands with its brand, in a list. */
export const brandQuestionColumn: TableColumn<Asked> = {
  id: 'asked',
  header: m.questions_label(),
  cell: (row) => {
    const question = waiting(row)
    if (question) return <Pill tone="warn">{m.questions_waiting({ age: formatAge(question.askedAt) })}</Pill>
    return row.questions.length > 0 && <Pill tone="good">{m.questions_answered()}</Pill>
  },
  csv: (row) => waiting(row)?.askedAt ?? row.questions[0]?.answer,
}

const filterNames: Record<BrandAsked, () => string> = {
  waiting: m.questions_filter_waiting,
  answered: m.questions_filter_answered,
  never: m.questions_filter_never,
}

export const brandQuestionFilter: TableFilter = {
  kind: 'choice',
  name: 'asked',
  label: m.questions_filter(),
  options: BRAND_ASKED.map((value) => ({ value, label: filterNames[value]() })),
}

/** What the brand was asked about a row and what it said, the first first; nothing where it was not asked. */
export function BrandQuestions({ questions }: Pick<Asked, 'questions'>) {
  if (questions.length === 0) return null
  return (
    <Timeline
      label={`${m.questions_asked()} (${formatNumber(questions.length)})`}
      steps={questions.toReversed().flatMap((asked) => [
        {
          key: asked.id,
          at: formatDateTime(asked.askedAt),
          text: m.questions_asked_by({ name: asked.askedBy, reference: asked.reference }),
          note: <q>{asked.question}</q>,
        },
        asked.answeredAt === null
          ? { key: `${asked.id} waits`, at: '', text: m.questions_still_waiting() }
          : {
              key: `${asked.id} answer`,
              at: formatDateTime(asked.answeredAt),
              text: m.questions_answered_by({ name: asked.answeredBy! }),
              note: <q>{asked.answer}</q>,
            },
      ])}
    />
  )
}
