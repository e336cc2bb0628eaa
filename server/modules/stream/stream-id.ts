import { streamTopics, type StreamTopic } from '#contracts/stream.constants.ts'

/** The version of each topic that a reader listens to: a short text that differs after every change. */
export type TopicVersions = Partial<Record<StreamTopic, string>>

/** The versions as the `id` of an event: `balances:17.0`, topics joined by commas. */
export function streamId(versions: TopicVersions): string {
  return topicsIn(versions)
    .map((topic) => `${topic}:${versions[topic]}`)
    .join(',')
}

/** The topics that stand elsewhere than an id says; all of them where it says nothing of them, or is none of ours. */
export function changedSince(id: string | undefined, versions: TopicVersions): StreamTopic[] {
  const known = new Set(id?.split(','))
  return topicsIn(versions).filter((topic) => !known.has(`${topic}:${versions[topic]}`))
}

function topicsIn(versions: TopicVersions): StreamTopic[] {
  return streamTopics.filter((topic) => versions[topic] !== undefined)
}
