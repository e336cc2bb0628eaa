import { streamTopics, type StreamTopic } from '#contracts/stream.constants.ts'

/** The version of each of a member's topics: a short text that differs after every change. */
export type TopicVersions = Record<StreamTopic, string>

/** The versions as the `id` of an event: `balances:17.0`, topics joined by commas. */
export function streamId(versions: TopicVersions): string {
  return streamTopics.map((topic) => `${topic}:${versions[topic]}`).join(',')
}

/** The topics that stand elsewhere than an id says; all of them where it says nothing of them, or is none of ours. */
export function changedSince(id: string | undefined, versions: TopicVersions): StreamTopic[] {
  const known = new Set(id?.split(','))
  return streamTopics.filter((topic) => !known.has(`${topic}:${versions[topic]}`))
}
