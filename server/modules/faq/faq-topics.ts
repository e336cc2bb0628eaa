import type { FaqOrigin, FaqTexts } from '#contracts/operator-faq.schemas.ts'
import type { Db } from '#server/platform/database.ts'
import { defaultTopics, type DefaultTopic } from './default-faq.ts'
import { lastOrders, versionsInForce, type FaqOrder, type FaqVersion } from './faq-queries.ts'

/** An entry in force: as it comes with Crels, or as the operator's last version of it says. */
export interface FaqEntry {
  slug: string
  topic: string
  texts: FaqTexts
  isShown: boolean
  origin: FaqOrigin
  /** Null where there is none. */
  version: FaqVersion | null
}

/** A topic with its entries in their order, those that are retired too. */
export interface FaqTopic extends Pick<DefaultTopic, 'slug' | 'titles'> {
  entries: FaqEntry[]
  /** The last of them, the newest first. */
  orders: FaqOrder[]
}

/** How many orders of a topic are told. */
const ordersMax = 10

/** Every topic with its entries, as they are in force. */
export async function faqTopics(db: Db): Promise<FaqTopic[]> {
  const [versions, orders] = [await versionsInForce(db), await lastOrders(db, ordersMax)]
  const entries = entriesInForce(versions)
  return defaultTopics().map(({ slug, titles }) => {
    const ofTopic = orders.filter(({ topic }) => topic === slug)
    return {
      slug,
      titles,
      entries: inOrder(
        entries.filter(({ topic }) => topic === slug),
        ofTopic[0]?.slugs ?? [],
      ),
      orders: ofTopic,
    }
  })
}

/** Those of Crels in their order, and then those that were added. */
function entriesInForce(versions: FaqVersion[]): FaqEntry[] {
  const topics = defaultTopics()
  const changed = new Map(versions.map((version) => [version.slug, version]))
  const initial = topics.flatMap((topic) =>
    topic.entries.map(({ slug, texts }) =>
      entryOf(slug, changed.get(slug) ?? null, { topic: topic.slug, texts }),
    ),
  )
  const known = new Set(initial.map(({ slug }) => slug))
  const added = versions.flatMap((version) =>
    // Of an entry of Crels that an upgrade took away, what the operator wrote stays.
    known.has(version.slug) || version.texts === null
      ? []
      : [entryOf(version.slug, version, { topic: version.topic, texts: version.texts })],
  )
  return [...initial, ...added]
}

function entryOf(
  slug: string,
  version: FaqVersion | null,
  initial: { topic: string; texts: FaqTexts },
): FaqEntry {
  const topics = defaultTopics()
  const topic = version?.topic ?? initial.topic
  const isDefault = topics.some(({ entries }) => entries.some((entry) => entry.slug === slug))
  return {
    slug,
    // A topic that an upgrade took away leaves its entries to the last one.
    topic: topics.some((one) => one.slug === topic) ? topic : topics.at(-1)!.slug,
    texts: version?.texts ?? initial.texts,
    isShown: version?.isShown ?? true,
    origin: !isDefault ? 'added' : version?.texts ? 'edited' : 'default',
    version,
  }
}

/** Those that are not named come at the end, as they were. */
function inOrder(entries: FaqEntry[], slugs: string[]): FaqEntry[] {
  const placeOf = ({ slug }: FaqEntry) => (slugs.includes(slug) ? slugs.indexOf(slug) : slugs.length)
  return entries.toSorted((one, other) => placeOf(one) - placeOf(other))
}
