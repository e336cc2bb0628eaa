import { isLanguage, languages } from '#contracts/languages.ts'
import type { ListedFaqEntry, OperatedFaq, OperatedFaqEntry } from '#contracts/operator-faq.schemas.ts'
import type { Db } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { defaultTopics } from './default-faq.ts'
import { versionsOf, type FaqVersion } from './faq-queries.ts'
import { faqTopics, type FaqEntry } from './faq-topics.ts'

const versionsMax = 50

/** The questions by topic, as operators see them. */
export async function operatedFaq(db: Db): Promise<OperatedFaq> {
  const topics = await faqTopics(db)
  return {
    topics: topics.map(({ slug, titles, entries, orders }) => ({
      slug,
      title: titles.en!,
      revision: orders[0]?.id ?? 0,
      entries: entries.map(listed),
      orders: orders.map(({ id, slugs, ...order }) => ({ id, slugs, ...setBy(order) })),
    })),
  }
}

function listed({ slug, texts, origin, isShown, version }: FaqEntry): ListedFaqEntry {
  return {
    slug,
    question: texts.en.question,
    languages: languages.filter((language) => isLanguage(language) && texts[language] !== undefined),
    origin,
    isShown,
    last: version && setBy(version),
  }
}

/** An entry with its versions. Throws `not_found`. */
export async function operatedFaqEntry(db: Db, slug: string): Promise<OperatedFaqEntry> {
  const topics = await faqTopics(db)
  const entry = topics.flatMap(({ entries }) => entries).find((one) => one.slug === slug)
  if (!entry) throw problem('not_found', { detail: `There is no /faq#${slug}.` })
  const { topic, texts, isShown, origin, version } = entry
  const versions = await versionsOf(db, slug, versionsMax)
  return {
    slug,
    topic,
    texts,
    isShown,
    origin,
    revision: version?.id ?? 0,
    initial: initialOf(slug),
    versions: versions.map((one) => ({
      id: one.id,
      topic: one.topic,
      texts: one.texts,
      isShown: one.isShown,
      ...setBy(one),
    })),
  }
}

function initialOf(slug: string): OperatedFaqEntry['initial'] {
  for (const topic of defaultTopics()) {
    const found = topic.entries.find((entry) => entry.slug === slug)
    if (found) return { topic: topic.slug, texts: found.texts }
  }
  return null
}

function setBy({ author, reason, setAt }: Pick<FaqVersion, 'author' | 'reason' | 'setAt'>) {
  return { author, reason, setAt: setAt.toISOString() }
}
