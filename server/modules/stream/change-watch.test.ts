import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { streamTopics, type StreamTopic } from '#contracts/stream.constants.ts'
import type { Db } from '#server/platform/database.ts'
import type { TopicVersionSource } from '#server/platform/topic-versions.ts'
import { hasSpan, within } from '#server/platform/tracing/tracing.ts'
import { ChangeWatch } from './change-watch.ts'

const ada = { uid: 'usr_ada', party: 'pty_ada', topics: streamTopics }
const bea = { uid: 'usr_bea', party: 'pty_bea', topics: streamTopics }

const everyTopic = <T>(value: T) =>
  Object.fromEntries(streamTopics.map((topic) => [topic, value])) as Record<StreamTopic, T>

/** A watch whose balances answer when the test says so; the others know nothing. */
function held() {
  const asked: { keys: string[]; answer: (version: string) => void; fail: (error: Error) => void }[] = []
  const nothing = { by: 'uid' as const, versions: async () => new Map<string, string>() }
  const balances = {
    by: 'party' as const,
    versions: async (_db: Db, keys: string[]) =>
      await new Promise<Map<string, string>>((resolve, fail) => {
        const answer = (version: string) => resolve(new Map(keys.map((key) => [key, version])))
        asked.push({ keys, answer, fail })
      }),
  }
  const sources = { ...everyTopic<TopicVersionSource>(nothing), balances }
  const log = pino({ level: 'silent' })
  return { asked, watch: new ChangeWatch({ db: {} as Db, sources, log, everyMs: 1_000 }) }
}

test('what many ask at once is asked of the database once, after what is being asked already', async () => {
  const { asked, watch } = held()
  const first = watch.versionsOf(ada)
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  // What changed after the first question was sent is not in its answer.
  const later = [watch.versionsOf(ada), watch.versionsOf(bea), watch.versionsOf(bea)]
  asked[0]!.answer('1')
  expect(await first).toMatchObject({ balances: '1', rewards: '0' })
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  expect(asked[1]!.keys).toEqual(['pty_ada', 'pty_bea'])
  asked[1]!.answer('2')
  for (const versions of await Promise.all(later)) expect(versions).toMatchObject({ balances: '2' })
  expect(asked).toHaveLength(2)
})

test('a topic is asked about for those who listen to it', async () => {
  const { asked, watch } = held()
  const orders = ['orders'] as const
  expect(await watch.versionsOf({ ...ada, topics: orders })).toEqual({ orders: '0' })
  expect(asked).toHaveLength(0)
  const both = [watch.versionsOf({ ...ada, topics: orders }), watch.versionsOf(bea)]
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  expect(asked[0]!.keys).toEqual(['pty_bea'])
  asked[0]!.answer('1')
  expect((await Promise.all(both)).map(({ balances }) => balances)).toEqual([undefined, '1'])
})

test('a question that fails, fails for who asked it; the next is asked anew', async () => {
  const { asked, watch } = held()
  const failing = watch.versionsOf(ada)
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  const next = watch.versionsOf(ada)
  asked[0]!.fail(new Error('away'))
  await expect(failing).rejects.toThrow('away')
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  asked[1]!.answer('3')
  expect(await next).toMatchObject({ balances: '3' })
})

test('a member’s streams are counted until each is left, once', () => {
  const { watch } = held()
  const versions = everyTopic('0')
  const leave = [ada, ada, bea].map((member) => watch.watch(member, versions, () => {}))
  expect([watch.countOf(ada.uid), watch.countOf(bea.uid)]).toEqual([2, 1])
  leave[0]!()
  leave[0]!()
  expect([watch.countOf(ada.uid), watch.countOf(bea.uid)]).toEqual([1, 1])
  watch.stop()
  leave[1]!()
  expect([watch.countOf(ada.uid), watch.countOf(bea.uid)]).toEqual([0, 0])
})

test('its looks are no part of the request that began them', async () => {
  const seen: boolean[] = []
  const versions = async () => {
    seen.push(hasSpan())
    return new Map<string, string>()
  }
  const sources = everyTopic<TopicVersionSource>({ by: 'uid', versions })
  const watch = new ChangeWatch({ db: {} as Db, sources, log: pino({ level: 'silent' }), everyMs: 4 })
  const request = { traceId: '', isKept: true, isOver: false, end: () => {} }
  const leave = within(request, () => {
    expect(hasSpan()).toBe(true)
    return watch.watch(ada, everyTopic('0'), () => {})
  })
  await vi.waitFor(() => expect(seen.length).toBeGreaterThan(2 * streamTopics.length))
  leave()
  watch.stop()
  expect(seen).not.toContain(true)
})
