import type { FaqTopic } from '#web/build/docs/faq.ts'
import { hasWords } from '#web/ui/rare/matching.ts'

/** The topics with the questions in which every typed word begins a word; all of them for nothing typed. */
export function matchingTopics(topics: FaqTopic[], q: string): FaqTopic[] {
  if (q.trim() === '') return topics
  return topics
    .map((topic) => ({
      ...topic,
      entries: topic.entries.filter(({ question, answer }) =>
        hasWords(`${topic.title} ${question} ${answer}`, q),
      ),
    }))
    .filter(({ entries }) => entries.length > 0)
}
