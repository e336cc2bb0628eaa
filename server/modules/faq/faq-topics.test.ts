import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#server/platform/transaction.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { openDatabase, type Db } from '#server/platform/database.ts'
import { testActor } from '#testing/operators.ts'
import { addFaqEntry, orderFaqTopic, setFaqEntry, turnFaqEntry } from './change-faq.ts'
import { defaultTopics } from './default-faq.ts'
import { faqTopics } from './faq-topics.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase({ url: database.url, poolSize: 2, name: 'test' })
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const why = { reason: 'a test' }
const text = (question: string) => ({ question, answer: 'Yes.' })
const entries = async () =>
  new Map((await faqTopics(db)).flatMap((topic) => topic.entries).map((entry) => [entry.slug, entry]))

test('an upgrade brings new texts of what nobody edited, and changes nothing of an operator’s', async () => {
  const texts = { en: text('Ours?') }
  await inTransaction(db, async (tx) => {
    await setFaqEntry(tx, testActor, { slug: 'cost', topic: 'starting', texts, isShown: true, ...why })
    await turnFaqEntry(tx, testActor, { slug: 'followers', isShown: false, ...why })
    await setFaqEntry(tx, testActor, { slug: 'no-mail', topic: 'account', texts, isShown: true, ...why })
    await addFaqEntry(tx, testActor, { slug: 'soon', topic: 'starting', texts, ...why })
    await orderFaqTopic(tx, testActor, { topic: 'starting', slugs: ['invited', 'what-is-crels'], ...why })
  })
  // The next build: new texts, a question more, of which one has the slug of one that was added here, and some are gone.
  const topics = defaultTopics()
  const before = structuredClone(topics)
  try {
    const starting = topics.find(({ slug }) => slug === 'starting')!
    starting.entries = [
      ...['brand-new', 'soon', 'what-is-crels', 'cost', 'followers'].map((slug) => ({
        slug,
        texts: { en: text(`New ${slug}?`) },
      })),
      ...starting.entries.filter(({ slug }) => slug === 'invited'),
    ]
    const now = await entries()
    const said = (slug: string) => [now.get(slug)?.texts.en.question, now.get(slug)?.origin]
    expect(said('what-is-crels')).toEqual(['New what-is-crels?', 'default'])
    expect(said('cost')).toEqual(['Ours?', 'edited'])
    expect(said('soon')).toEqual(['Ours?', 'edited'])
    expect(said('followers')).toEqual(['New followers?', 'default'])
    expect(now.get('followers')!.isShown).toBe(false)
    // Edited, and gone from Crels: what the operator wrote stays.
    expect(said('no-mail')).toEqual(['Ours?', 'added'])
    const [first] = await faqTopics(db)
    expect(first!.entries.map(({ slug }) => slug)).toEqual([
      'invited',
      'what-is-crels',
      'brand-new',
      'soon',
      'cost',
      'followers',
    ])
    // A topic that is gone leaves what was written for it to the last one.
    topics.splice(
      topics.findIndex(({ slug }) => slug === 'account'),
      1,
    )
    expect((await entries()).get('no-mail')!.topic).toBe(topics.at(-1)!.slug)
  } finally {
    topics.splice(0, topics.length, ...before)
  }
  expect((await entries()).get('no-mail')).toMatchObject({ topic: 'account', origin: 'edited' })
})

test('every answer of Crels is there in each language', () => {
  for (const { titles, entries: ofTopic } of defaultTopics()) {
    expect(Object.keys(titles)).toEqual(['en', 'es', 'de'])
    for (const { slug, texts } of ofTopic) expect(Object.keys(texts), slug).toEqual(['en', 'es', 'de'])
  }
})
