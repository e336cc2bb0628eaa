import { streamTopics, type StreamTopic } from '#contracts/stream.ts'

/** Where each of a member's topics stands: a short text that differs after every change. */
export type Marks = Record<StreamTopic, string>

/** The marks as the `id` of an event: `balances:17.0`, topics joined by commas. */
export function streamId(marks: Marks): string {
  return streamTopics.map((topic) => `${topic}:${marks[topic]}`).join(',')
}

/** The topics that stand elsewhere than an id says; all of them where it says nothing of them, or is none of ours. */
export function changedSince(id: string | undefined, marks: Marks): StreamTopic[] {
  const known = new Set(id?.split(','))
  return streamTopics.filter((topic) => !known.has(`${topic}:${marks[topic]}`))
}
