import { bootDataId } from '#contracts/boot-data.ts'
import type { FaqTexts } from '#contracts/operator-faq.schemas.ts'
import { withKnownFacts } from '#rules/text-facts.ts'
import {
  authorOf,
  changedBefore,
  decidedBefore,
  operate,
  requireOwnAgain,
  type OperatorActor,
} from '#server/modules/operators/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { invalidValue, problem } from '#server/platform/http/problems.ts'
import { insertOrder, insertVersion, lockFaq } from './faq-queries.ts'
import { faqTopics, type FaqEntry, type FaqTopic } from './faq-topics.ts'

/** More would make the page slow to read and to search. */
const entriesMax = 500

/** What the app looks for on a page by its id (web/index.html, web/layouts), and where the console adds a question. */
const takenSlugs = new Set(['root', 'splash', 'main', 'consent-heading', bootDataId, 'new'])

interface Change {
  reason: string
  /** The revision that who changes it has seen; another one by now is `conflict`. */
  seen?: number | undefined
}

/** What an entry is changed to. */
export interface FaqChange {
  slug: string
  topic: string
  /** Null: those that come with Crels. */
  texts: FaqTexts | null
  isShown: boolean
}

/**
 * Adds an entry at the end of its topic. Throws `conflict` for a slug that is taken, `validation_failed` and
 * `forbidden`.
 */
export async function addFaqEntry(
  tx: Tx,
  actor: OperatorActor,
  { slug, topic, texts, reason }: Omit<FaqChange, 'isShown'> & { texts: FaqTexts; reason: string },
): Promise<void> {
  const topics = await lockedTopics(tx)
  requireTopic(topics, topic)
  requireFacts(texts)
  if (findEntry(topics, slug)) throw await decidedBefore(tx, targetOf(slug), `There is /faq#${slug} already.`)
  // Who opens the address would not get the question.
  if (takenSlugs.has(slug) || topics.some((one) => one.slug === slug))
    throw invalidValue('body.slug', 'This address is taken by another place.')
  const count = topics.reduce((sum, { entries }) => sum + entries.length, 0)
  if (count >= entriesMax) throw problem('conflict', { detail: `${entriesMax} questions are the most.` })
  await addVersion(tx, actor, { before: null, next: { slug, topic, texts, isShown: true }, reason })
}

/**
 * Changes an entry, or takes an earlier version of it again. Throws `conflict` where another changed it meanwhile or
 * nothing would be other, `not_found`, `validation_failed` and `forbidden`.
 */
export async function setFaqEntry(tx: Tx, actor: OperatorActor, change: FaqChange & Change): Promise<void> {
  const { slug, topic, texts, isShown, reason } = change
  const topics = await lockedTopics(tx)
  const before = await requireSeen(tx, topics, change)
  requireTopic(topics, topic)
  if (texts) requireFacts(texts)
  else if (before.origin === 'added')
    throw invalidValue('body.texts', 'There are none of Crels for this question.')
  const isSame =
    topic === before.topic && isShown === before.isShown && sameTexts(texts, before.version?.texts ?? null)
  if (isSame) throw problem('conflict', { detail: 'It is so already.' })
  await addVersion(tx, actor, { before, next: { slug, topic, texts, isShown }, reason })
}

/**
 * Retires an entry from the page, or shows it again as it was. By the same operator again it changes nothing. Throws as
 * `setFaqEntry` does.
 */
export async function turnFaqEntry(
  tx: Tx,
  actor: OperatorActor,
  { isShown, reason, ...change }: { slug: string; isShown: boolean } & Change,
): Promise<void> {
  const topics = await lockedTopics(tx)
  const before = await requireSeen(tx, topics, { slug: change.slug })
  const { slug, topic } = before
  const next = { slug, topic, texts: before.version?.texts ?? null, isShown }
  if (before.isShown === isShown) {
    const detail = `It is ${isShown ? 'shown' : 'retired'} already.`
    const act = { action: 'faq.edit', target: targetOf(slug), after: saidOf(next), reason } as const
    return await requireOwnAgain(tx, actor, { ...act, detail })
  }
  await requireSeen(tx, topics, change)
  await addVersion(tx, actor, { before, next, reason })
}

/** Puts the entries of a topic into an order, without any into that of Crels. Throws as `setFaqEntry` does. */
export async function orderFaqTopic(
  tx: Tx,
  actor: OperatorActor,
  { topic: slug, slugs, reason, seen }: { topic: string; slugs: string[] } & Change,
): Promise<void> {
  const topic = (await lockedTopics(tx)).find((one) => one.slug === slug)
  if (!topic) throw problem('not_found', { detail: `There is no topic ${slug}.` })
  const target = targetOf(slug)
  const before = topic.orders[0]?.slugs ?? []
  if (seen !== undefined && seen !== (topic.orders[0]?.id ?? 0))
    throw await changedBefore(tx, target, 'the order')
  const strange = slugs.find((one) => !topic.entries.some((entry) => entry.slug === one))
  if (strange !== undefined) throw invalidValue('body.slugs', `${strange} is no question of this topic.`)
  if (new Set(slugs).size < slugs.length) throw invalidValue('body.slugs', 'The order names one twice.')
  if (slugs.join() === before.join()) throw problem('conflict', { detail: 'It is so already.' })
  await operate(tx, actor, {
    action: 'faq.edit',
    target,
    before: { order: before },
    after: { order: slugs },
    reason,
  })
  await insertOrder(tx, { topic: slug, slugs, reason, author: authorOf(actor) })
}

async function lockedTopics(tx: Tx): Promise<FaqTopic[]> {
  await lockFaq(tx)
  return await faqTopics(tx)
}

function findEntry(topics: FaqTopic[], slug: string): FaqEntry | undefined {
  return topics.flatMap(({ entries }) => entries).find((entry) => entry.slug === slug)
}

async function requireSeen(
  tx: Tx,
  topics: FaqTopic[],
  { slug, seen }: Pick<Change, 'seen'> & { slug: string },
): Promise<FaqEntry> {
  const entry = findEntry(topics, slug)
  if (!entry) throw problem('not_found', { detail: `There is no /faq#${slug}.` })
  if (seen !== undefined && seen !== (entry.version?.id ?? 0))
    throw await changedBefore(tx, targetOf(slug), 'this question')
  return entry
}

function requireTopic(topics: FaqTopic[], topic: string): void {
  if (!topics.some(({ slug }) => slug === topic))
    throw invalidValue('body.topic', `There is no topic ${topic}.`)
}

/** A name in braces that stands for nothing would be read by visitors. */
function requireFacts(texts: FaqTexts): void {
  for (const [language, { answer }] of Object.entries(texts)) {
    const [name] = withKnownFacts(answer, language).unknown
    if (name !== undefined)
      throw invalidValue(`body.texts.${language}.answer`, `{${name}} stands for no number.`)
  }
}

/** The row is in the log whole: the act says what it is about. */
async function addVersion(
  tx: Tx,
  actor: OperatorActor,
  { before, next, reason }: { before: FaqEntry | null; next: FaqChange; reason: string },
): Promise<void> {
  const target = targetOf(next.slug)
  await operate(tx, actor, {
    action: 'faq.edit',
    target,
    before: before && { topic: before.topic, isShown: before.isShown, question: before.texts.en.question },
    after: saidOf(next),
    reason,
  })
  await insertVersion(tx, { ...next, reason, author: authorOf(actor) })
}

/** What the log keeps of a version. */
function saidOf({ topic, isShown, texts }: FaqChange) {
  return { topic, isShown, question: texts?.en.question ?? null }
}

function targetOf(slug: string): string {
  return `/faq#${slug}`
}

function sameTexts(one: FaqTexts | null, other: FaqTexts | null): boolean {
  const written = (texts: FaqTexts | null) =>
    texts &&
    (['en', 'es', 'de'] as const).map((language) => [texts[language]?.question, texts[language]?.answer])
  return JSON.stringify(written(one)) === JSON.stringify(written(other))
}
