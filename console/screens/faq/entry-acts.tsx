import { m } from '#console-messages'
import { orderFaqTopic, setFaqEntry, turnFaqEntry } from '#contracts/operator-faq.endpoints.ts'
import type { FaqVersion, OperatedFaqEntry, OperatedFaqTopic } from '#contracts/operator-faq.schemas.ts'
import { call } from '#console/platform/api.ts'
import { oneDone } from '#console/ui/act-button.tsx'
import type { RowAct } from '#console/ui/table/row-act.ts'
import { Answers } from './answer-preview.tsx'

const reason = { label: m.common_reason(), isRequired: true }

/** Takes a question off the page, or shows it again as it was; either can be undone. */
export function turnAct(isShown: boolean): RowAct<OperatedFaqEntry> {
  const turn = async (slug: string, to: boolean, seen: number, why: string) =>
    await call(turnFaqEntry, { params: { slug }, body: { isShown: to, reason: why, seen } })
  return {
    id: isShown ? 'return' : 'retire',
    label: isShown ? m.faq_return() : m.faq_retire(),
    look: isShown ? 'primary' : 'danger',
    permission: 'faq.edit',
    applies: (entry) => entry.isShown !== isShown,
    reason,
    preview: () => <p>{isShown ? m.faq_return_preview() : m.faq_retire_preview()}</p>,
    run: async ([entry], why) => {
      const { slug } = entry!
      const { revision } = await turn(slug, isShown, entry!.revision, why)
      return oneDone(slug, async () => await turn(slug, !isShown, revision, m.common_undone()))
    },
    said: m.faq_turned,
  }
}

type Taken = Pick<FaqVersion, 'topic' | 'texts' | 'isShown'>

/** Takes an earlier version again, and by undoing it the one that was in force. */
export function restoreAct(entry: OperatedFaqEntry): RowAct<FaqVersion> {
  return {
    ...takeAct(entry),
    id: 'restore',
    label: m.faq_restore(),
    applies: ({ id }) => id !== entry.revision,
    preview: ([version]) => (
      <>
        <p>{m.faq_restore_preview()}</p>
        <Answers texts={version!.texts ?? entry.initial?.texts} />
      </>
    ),
  }
}

/** Takes the text that comes with Crels again. */
export function initialAct(entry: OperatedFaqEntry): RowAct<Taken> {
  return {
    ...takeAct(entry),
    id: 'initial',
    label: m.faq_initial(),
    applies: () => entry.origin === 'edited',
    preview: () => (
      <>
        <p>{m.faq_initial_preview()}</p>
        <Answers texts={entry.initial!.texts} />
      </>
    ),
  }
}

function takeAct({ slug, topic, texts, isShown, origin, revision }: OperatedFaqEntry) {
  const take = async (taken: Taken, seen: number, why: string) => {
    const { topic: to, texts: next, isShown: shown } = taken
    const body = { topic: to, texts: next, isShown: shown, reason: why, seen }
    return await call(setFaqEntry, { params: { slug }, body })
  }
  const before = { topic, texts: origin === 'default' ? null : texts, isShown }
  return {
    look: 'quiet' as const,
    permission: 'faq.edit' as const,
    reason,
    run: async ([taken]: readonly Taken[], why: string) => {
      const { revision: after } = await take(taken!, revision, why)
      return oneDone(slug, async () => await take(before, after, m.common_undone()))
    },
    said: m.faq_restored,
  }
}

/** Puts the questions of a topic into an order; none is that of Crels. */
export function orderAct(slugs: readonly string[], label: string): RowAct<OperatedFaqTopic> {
  const put = async (topic: string, next: readonly string[], seen: number, why: string) =>
    await call(orderFaqTopic, { params: { topic }, body: { slugs: [...next], reason: why, seen } })
  return {
    id: 'order',
    label,
    look: slugs.length === 0 ? 'quiet' : 'primary',
    permission: 'faq.edit',
    applies: ({ orders }) => slugs.join() !== (orders[0]?.slugs ?? []).join(),
    reason,
    preview: ([topic]) => (
      <p>
        {slugs.length === 0
          ? m.faq_order_initial_preview({ title: topic!.title })
          : m.faq_order_preview({ title: topic!.title })}
      </p>
    ),
    run: async ([topic], why) => {
      const { slug, revision, orders } = topic!
      const { topics } = await put(slug, slugs, revision, why)
      const now = topics.find((one) => one.slug === slug)!.revision
      return oneDone(slug, async () => await put(slug, orders[0]?.slugs ?? [], now, m.common_undone()))
    },
    said: m.faq_order_said,
  }
}
