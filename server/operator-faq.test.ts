import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startBeside, startTestApp, type TestApp } from '#testing/app.ts'
import { callOperator, operatorBearer, type TestOperator } from '#testing/operators.ts'

let app: TestApp
let mia: TestOperator
let max: TestOperator
beforeAll(async () => {
  app = await startTestApp({}, { webDir: inject('webDir') })
  mia = await operatorBearer(app, 'manager', 'mia@crels.example')
  max = await operatorBearer(app, 'manager', 'max@crels.example')
})
afterAll(() => app.close())

const read = async (slug: string) => (await callOperator(app, mia, { path: `/faq/entries/${slug}` })).body
const list = async () => (await callOperator(app, mia, { path: '/faq' })).body
const topicOf = async (slug: string) =>
  (await list()).topics.find((topic: { slug: string }) => topic.slug === slug)
const set = async (slug: string, payload: object, who = mia) =>
  await callOperator(app, who, {
    method: 'PUT',
    path: `/faq/entries/${slug}`,
    payload: { ...why, ...payload },
  })
const add = async (payload: object, who = mia) =>
  await callOperator(app, who, { method: 'POST', path: '/faq/entries', payload: { ...why, ...payload } })
const turn = async (slug: string, payload: object, who = mia) =>
  await callOperator(app, who, {
    method: 'POST',
    path: `/faq/entries/${slug}/turns`,
    payload: { ...why, ...payload },
  })
const order = async (topic: string, payload: object, who = mia) =>
  await callOperator(app, who, {
    method: 'PUT',
    path: `/faq/topics/${topic}/order`,
    payload: { ...why, ...payload },
  })
const page = async (language = 'en') =>
  (await app.server.inject({ url: '/faq', headers: { 'accept-language': language } })).body
const answered = async (language = 'en') =>
  (await app.server.inject({ url: '/api/v1/public/faq', headers: { 'accept-language': language } })).json()
    .html as string
/** What search engines read of a page. */
const dataIn = (html: string) =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)![1]!).mainEntity as {
    name: string
    acceptedAnswer: { text: string }
  }[]
const idsIn = (html: string) => [...html.matchAll(/<details id="([^"]+)"/g)].map(([, id]) => id)

const why = { reason: 'a test' }
const text = (question: string, answer = `${question} Yes.`) => ({ question, answer })

test('until something is edited, the page has the answers of content/faq with their numbers, in each language', async () => {
  for (const [language, question, answer] of [
    ['en', 'Does it cost anything?', ' and 5% of the amount'],
    ['de', 'Kostet das etwas?', ''],
    ['es', '¿Cuesta algo?', ''],
  ] as const) {
    const html = await page(language)
    expect(html).toContain(`<details id="cost"><summary><h3>${question}</h3>`)
    expect(html).toContain(answer)
    expect(dataIn(html).map(({ name }) => name)).toContain(question)
    const answers = await answered(language)
    expect(html).toContain(answers)
    expect(answers).not.toMatch(/\{[a-z]+[.[]/i)
  }
  const { topics } = await list()
  expect(topics).toHaveLength(6)
  for (const { entries, revision, orders } of topics) {
    expect([revision, orders]).toEqual([0, []])
    for (const entry of entries)
      expect(entry).toMatchObject({
        origin: 'default',
        isShown: true,
        last: null,
        languages: ['en', 'es', 'de'],
      })
  }
  expect((await read('cost')).versions).toEqual([])
})

test('an edited answer is on the page, in what search engines read and in the API, at once and under its address', async () => {
  const texts = {
    en: text('What does it cost?', 'Nothing, but **{exchange.tiers[0].fee}**. See [the docs](/docs).'),
    de: text('Was kostet es?'),
  }
  const made = await set('cost', { topic: 'starting', texts, seen: 0 })
  expect(made).toMatchObject({
    status: 200,
    body: { origin: 'edited', texts, versions: [{ texts, author: 'mia', reason: 'a test' }] },
  })
  await expect.poll(() => page()).toContain('<details id="cost"><summary><h3>What does it cost?</h3>')
  const english = await page()
  expect(english).toContain('<p>Nothing, but <strong>5%</strong>. See <a href="/docs">the docs</a>.</p>')
  expect(english).not.toContain('Does it cost anything?')
  expect(dataIn(english).find(({ name }) => name === 'What does it cost?')?.acceptedAnswer.text).toBe(
    'Nothing, but 5%. See the docs.',
  )
  expect(english).toContain(await answered())
  expect(await page('de')).toContain('<h3>Was kostet es?</h3>')
  // A language that is missing is English, and says so.
  expect(await page('es')).toContain(
    '<details id="cost" lang="en" dir="ltr"><summary><h3>What does it cost?</h3>',
  )
  // The rest is as it was.
  expect(await page('es')).toContain('<details id="followers"><summary>')
  // Nobody is refused by a page that is there already.
  expect((await set('cost', { topic: 'starting', texts, seen: made.body.revision })).status).toBe(409)
})

test('an earlier version and that of Crels are taken again by adding one', async () => {
  const before = await read('cost')
  const again = await set('cost', { topic: 'starting', texts: null, seen: before.revision })
  expect(again.body).toMatchObject({ origin: 'default', texts: before.initial.texts })
  await expect.poll(() => page()).toContain('Does it cost anything?')
  const [, edited] = again.body.versions
  const third = await set('cost', {
    ...edited,
    id: undefined,
    author: undefined,
    setAt: undefined,
    seen: again.body.revision,
  })
  expect(third).toMatchObject({ status: 200, body: { origin: 'edited', texts: edited.texts } })
  expect(third.body.versions).toHaveLength(3)
  await expect.poll(() => page()).toContain('What does it cost?')
})

test('an entry is added, moved to another topic, retired and shown again', async () => {
  const texts = { en: text('Is there an app?') }
  const made = await add({ slug: 'app', topic: 'starting', texts })
  expect(made).toMatchObject({ status: 201, body: { origin: 'added', initial: null, isShown: true } })
  await expect.poll(async () => idsIn(await page())).toContain('app')
  expect((await add({ slug: 'app', topic: 'starting', texts })).status).toBe(409)
  expect((await add({ slug: 'cost', topic: 'starting', texts })).status).toBe(409)
  expect((await topicOf('starting')).entries.at(-1)).toMatchObject({ slug: 'app', languages: ['en'] })

  const moved = await set('app', { topic: 'account', texts, seen: made.body.revision })
  expect((await topicOf('account')).entries.at(-1).slug).toBe('app')
  const retired = await turn('app', { isShown: false, seen: moved.body.revision })
  expect(retired.body.isShown).toBe(false)
  await expect.poll(async () => idsIn(await page())).not.toContain('app')
  expect(dataIn(await page()).map(({ name }) => name)).not.toContain('Is there an app?')
  const again = await turn('app', { isShown: false, seen: moved.body.revision })
  expect(again.body).toMatchObject({ isShown: false, revision: retired.body.revision })
  expect((await turn('app', { isShown: false, seen: retired.body.revision }, max)).status).toBe(409)
  await turn('app', { isShown: true, seen: retired.body.revision })
  await expect.poll(async () => idsIn(await page())).toContain('app')
  expect((await set('app', { topic: 'account', texts: null, seen: retired.body.revision + 1 })).status).toBe(
    422,
  )
  expect((await turn('no-such', { isShown: false, seen: 0 })).status).toBe(404)
  // One that was never edited is retired with the texts of Crels, whichever those will be.
  const silent = await turn('invited', { isShown: false, seen: 0 })
  expect(silent.body).toMatchObject({ origin: 'default', isShown: false, versions: [{ texts: null }] })
  await turn('invited', { isShown: true, seen: silent.body.revision })
})

test('a topic is put into an order, and back into that of Crels', async () => {
  const { entries } = await topicOf('starting')
  const slugs = entries.map(({ slug }: { slug: string }) => slug)
  const turned = slugs.toReversed()
  const made = await order('starting', { slugs: turned, seen: 0 })
  expect(made.status).toBe(200)
  await expect.poll(async () => idsIn(await page()).slice(0, slugs.length)).toEqual(turned)
  const { revision, orders } = await topicOf('starting')
  expect(orders).toMatchObject([{ slugs: turned, author: 'mia', reason: 'a test' }])
  // Whoever saw another order is told.
  const late = await order('starting', { slugs, seen: 0 }, max)
  expect(late.body.detail).toMatch(
    /^Someone else changed the order in the meantime\. Your change was not saved\. mia did faq\.edit on it/,
  )
  expect((await order('starting', { slugs: ['how-long'], seen: revision })).status).toBe(422)
  expect((await order('starting', { slugs: [slugs[0], slugs[0]], seen: revision })).status).toBe(422)
  expect((await order('no-such', { slugs: [], seen: 0 })).status).toBe(404)
  // What is added later comes at the end.
  await add({ slug: 'later', topic: 'starting', texts: { en: text('Later?') } })
  expect((await topicOf('starting')).entries.at(-1).slug).toBe('later')
  await order('starting', { slugs: [], seen: revision })
  expect((await topicOf('starting')).entries.slice(0, slugs.length)).toMatchObject(
    slugs.map((slug: string) => ({ slug })),
  )
})

test('of two operators at once one is refused with who was faster, and nothing is lost', async () => {
  const { revision, versions } = await read('followers')
  const both = await Promise.all([
    set('followers', { topic: 'starting', texts: { en: text('One?') }, seen: revision }),
    set('followers', { topic: 'starting', texts: { en: text('Two?') }, seen: revision }, max),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)!.body.detail).toMatch(
    /^Someone else changed this question in the meantime\. Your change was not saved\. (mia|max) did faq\.edit on it at .* UTC\.$/,
  )
  const after = await read('followers')
  expect(after.versions.slice(1)).toEqual(versions)
  // Two different ones are nobody's conflict.
  const apart = await Promise.all([
    set('no-mail', { topic: 'starting', texts: { en: text('Mail?') }, seen: 0 }),
    set('how', { topic: 'cashing-out', texts: { en: text('How?') }, seen: 0 }, max),
  ])
  expect(apart.map(({ status }) => status)).toEqual([200, 200])
  const twice = await Promise.all(
    [1, 2].map(() => add({ slug: 'twice', topic: 'starting', texts: { en: text('2') } })),
  )
  expect(twice.map(({ status }) => status).sort()).toEqual([201, 409])
  const { rows } = await sql<{ changes: number; rows: number }>`
    select (select count(*) from audit_change where table_name in ('faq_version', 'faq_order'))::int as changes,
      ((select count(*) from faq_version) + (select count(*) from faq_order))::int as rows`.execute(app.db)
  expect(rows[0]!.changes).toBe(rows[0]!.rows)
  for (const change of [
    sql`delete from faq_version`,
    sql`update faq_version set is_shown = false`,
    sql`truncate faq_order`,
  ])
    await expect(change.execute(app.db)).rejects.toThrow(/denied|only added to/)
})

test.each([
  [{ texts: {} }],
  [{ texts: { de: text('Ohne Englisch?') } }],
  [{ texts: { en: text(''), de: text('?') } }],
  [{ texts: { en: text('two\nlines') } }],
  [{ texts: { en: text('turned \u202e round') } }],
  [{ texts: { en: text('x'.repeat(201)) } }],
  [{ texts: { en: text('Long?', 'x'.repeat(20_001)) } }],
  [{ texts: { en: text('Bell?', 'rings \u0007') } }],
  [{ texts: { en: text('Number?', '{points.nothing}') } }],
  [{ texts: { en: text('Number?', '{constructor.name}') } }],
  [{ texts: { en: text('Number?'), de: text('Zahl?', '{checkIn}') } }],
  [{ texts: { en: text('French?'), fr: text('Français ?') } }],
  [{ topic: 'no-such' }],
  [{ topic: 'Bad Topic' }],
  [{ reason: '' }],
])('refuses %j', async (wrong) => {
  const before = await read('invited')
  const payload = { topic: 'starting', texts: { en: text('Fine?') }, seen: before.revision, ...wrong }
  expect((await set('invited', payload)).status).toBe(422)
  expect(await read('invited')).toEqual(before)
})

test.each(['root', 'boot-data', 'main', 'new', 'starting', 'Upper', 'two words', '-x', 'x'.repeat(61), ''])(
  'has no entry at %j',
  async (slug) => {
    expect((await add({ slug, topic: 'starting', texts: { en: text('Where?') } })).status).toBe(422)
  },
)

test('whatever is written is text, and a long answer is there whole', async () => {
  const hostile = `</script><script>alert(1)</script>"'><img src=x onerror=alert(2)> {{site.name}} $& $1`
  const answer = `${hostile}\n\n# Heading\n\n[x](javascript:alert(3)) [y](//evil.example) ![z](https://evil.example/z.png)\n\n${'word '.repeat(3_900)}end`
  expect(answer.length).toBeGreaterThan(19_500)
  const made = await add({
    slug: 'constructor',
    topic: 'points',
    texts: { en: { question: hostile, answer } },
  })
  expect(made.status).toBe(422)
  const fine = answer.replaceAll('{{site.name}}', '')
  const { status } = await add({
    slug: 'constructor',
    topic: 'points',
    texts: { en: { question: hostile, answer: fine } },
  })
  expect(status).toBe(201)
  await expect.poll(async () => idsIn(await page())).toContain('constructor')
  const html = await page()
  for (const bad of ['<script>alert', '<img src=x', 'javascript:', '"//evil', '<img'])
    expect(html.slice(html.indexOf('<div id="root"')), bad).not.toContain(bad)
  expect(html).toContain('<h4>Heading</h4>')
  expect(html).toContain('word end</p>')
  const shown = dataIn(html).at(-1)!
  expect(dataIn(html).find(({ name }) => name.startsWith('</script>'))!.acceptedAnswer.text).toContain(
    'alert(1)',
  )
  expect(shown.name).not.toBe('')
  const preview = await callOperator(app, mia, {
    method: 'POST',
    path: '/faq/previews',
    payload: { language: 'de', answer: `${hostile}\n\n{redemption.netUsdCentsMin} {a.b}` },
  })
  expect(preview.body.unknown).toEqual(['site.name', 'a.b'])
  expect(preview.body.html).not.toContain('<script')
})

test('support and read-only see it and change nothing', async () => {
  for (const role of ['support', 'read-only', 'finance'] as const) {
    const who = await operatorBearer(app, role)
    expect((await callOperator(app, who, { path: '/faq' })).status, role).toBe(200)
    expect((await callOperator(app, who, { path: '/faq/entries/cost' })).status, role).toBe(200)
    const texts = { en: text('No?') }
    const { revision } = await read('cost')
    for (const { status } of [
      await set('cost', { topic: 'starting', texts, seen: revision }, who),
      await add({ slug: 'mine', topic: 'starting', texts }, who),
      await turn('cost', { isShown: false, seen: revision }, who),
      await order('starting', { slugs: [], seen: 0 }, who),
    ])
      expect(status, role).toBe(403)
  }
})

test('a process that runs beside shows it too, and one that starts later', async () => {
  const beside = await startBeside(app)
  const pageOf = async (one: TestApp) => (await one.server.inject('/faq')).body
  expect(await pageOf(beside)).toContain('What does it cost?')
  const { revision } = await read('cost')
  await set('cost', { topic: 'starting', texts: { en: text('And what now?') }, seen: revision })
  await expect.poll(() => pageOf(beside)).toContain('And what now?')
  await beside.close()
})
