import { m } from '#console-messages'
import {
  answerRequest,
  closeRequest,
  giveBackRequest,
  reopenRequest,
  takeRequest,
} from '#contracts/operator-support.endpoints.ts'
import type { OperatedRequest } from '#contracts/operator-support.schemas.ts'
import { SUPPORT_MESSAGE_MAX } from '#contracts/support.constants.ts'
import { call } from '#console/platform/api.ts'
import { outcomeOfEach } from '#console/ui/outcome-of-each.ts'
import type { RowAct } from '#console/ui/table/row-act.ts'
import type { Assignment } from './assignment-acts.tsx'
import { askerName } from './request-columns.tsx'

export const requestAssignment: Assignment<OperatedRequest> = {
  permission: 'support.assign',
  take: async ({ id }, from) => await call(takeRequest, { params: { id }, body: { from } }),
  giveBack: async ({ id }) => await call(giveBackRequest, { params: { id } }),
}

/** Answers, with what was read last: a message that came meanwhile is not answered unread. */
const answerAct = (close: boolean): RowAct<OperatedRequest> => ({
  id: close ? 'answer-close' : 'answer',
  label: close ? m.inboxes_answer_close() : m.inboxes_answer(),
  hotkey: close ? 'f' : 'a',
  look: close ? 'quiet' : 'primary',
  permission: 'support.answer',
  applies: ({ state }) => state !== 'closed',
  reason: {
    label: m.inboxes_answer_text(),
    isRequired: true,
    length: SUPPORT_MESSAGE_MAX,
    rows: 8,
    templates: [m.inboxes_template_looking(), m.inboxes_template_more()],
  },
  preview: (rows) => (
    <>
      <p>{m.inboxes_answer_preview({ count: rows.length, name: askerName(rows[0]!) })}</p>
      {rows.length === 1 && <p>{m.inboxes_answer_last({ beginning: rows[0]!.lastMessage.beginning })}</p>}
      {close && <p>{m.inboxes_answer_close_preview({ count: rows.length })}</p>}
    </>
  ),
  run: async (rows, text) =>
    await outcomeOfEach(
      rows,
      async ({ id, lastMessage }) =>
        await call(answerRequest, { params: { id }, body: { text, seen: lastMessage.id, close } }),
    ),
  said: (count) => m.inboxes_answered({ count }),
})

async function reopen({ id }: Pick<OperatedRequest, 'id'>): Promise<unknown> {
  return await call(reopenRequest, { params: { id } })
}

/** Closing without a further word, which can be taken back. */
function closeAct(words: {
  label: string
  hotkey: string
  preview: (count: number) => string
}): RowAct<OperatedRequest> {
  return {
    id: 'close',
    label: words.label,
    hotkey: words.hotkey,
    look: 'quiet',
    permission: 'support.close',
    applies: ({ state }) => state !== 'closed',
    preview: (rows) => <p>{words.preview(rows.length)}</p>,
    run: async (rows) =>
      await outcomeOfEach(
        rows,
        async ({ id, lastMessage }) =>
          await call(closeRequest, { params: { id }, body: { seen: lastMessage.id } }),
        reopen,
      ),
    said: (count) => m.inboxes_closed({ count }),
  }
}

const reopenAct: RowAct<OperatedRequest> = {
  id: 'reopen',
  label: m.inboxes_reopen(),
  hotkey: 'o',
  look: 'quiet',
  permission: 'support.reopen',
  applies: ({ state }) => state !== 'open',
  preview: (rows) => <p>{m.inboxes_reopen_preview({ count: rows.length })}</p>,
  run: async (rows) => await outcomeOfEach(rows, reopen),
  said: (count) => m.inboxes_reopened({ count }),
}

/** What is done to a support request. */
export const requestActs: readonly RowAct<OperatedRequest>[] = [
  answerAct(false),
  answerAct(true),
  closeAct({
    label: m.inboxes_close(),
    hotkey: 'c',
    preview: (count) => m.inboxes_close_preview({ count }),
  }),
  reopenAct,
]

/** What is done to a report of abuse, besides turning off what it names. */
export const reportActs: readonly RowAct<OperatedRequest>[] = [
  closeAct({
    label: m.inboxes_dismiss(),
    hotkey: 'd',
    preview: (count) => m.inboxes_dismiss_preview({ count }),
  }),
  answerAct(false),
  reopenAct,
]
