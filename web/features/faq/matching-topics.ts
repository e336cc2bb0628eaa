/** A topic with its questions, as `virtual:faq` has them. */
export interface FaqTopic {
  slug: string
  title: string
  entries: FaqEntry[]
}

export interface FaqEntry {
  slug: string
  question: string
  /** Markdown. */
  answer: string
}

/** The topics with the questions in which every typed word begins a word; all of them for nothing typed. */
export function matchingTopics(topics: FaqTopic[], q: string): FaqTopic[] {
  const wanted = wordsOf(q)
  if (wanted.length === 0) return topics
  return topics
    .map((topic) => ({
      ...topic,
      entries: topic.entries.filter(({ question, answer }) => {
        const has = wordsOf(`${topic.title} ${question} ${answer}`)
        return wanted.every((one) => has.some((word) => word.startsWith(one)))
      }),
    }))
    .filter(({ entries }) => entries.length > 0)
}

/** Lower case and without accents. */
function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}
