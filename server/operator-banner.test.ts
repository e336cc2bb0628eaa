import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
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

const read = async () => (await callOperator(app, mia, { path: '/banner' })).body
const set = async (payload: object, who = mia) =>
  await callOperator(app, who, { method: 'PUT', path: '/banner', payload })
const turn = async (payload: object, who = mia) =>
  await callOperator(app, who, { method: 'POST', path: '/banner/turns', payload })
const shown = async (language = 'en') =>
  (await app.server.inject(`/api/v1/public/banner?language=${language}`)).json().banner
const texts = { en: 'The shop rests on Sunday.', de: 'Der Shop ruht am Sonntag.' }
const why = { reason: 'a test' }
const soon = (ms: number) => new Date(Date.now() + ms).toISOString()

test('a banner is on every page at once, in the language of the page, and off at once', async () => {
  expect(await read()).toMatchObject({ state: 'none', revision: 0, versions: [] })
  expect(await turn({ isOn: true, seen: 0, ...why })).toMatchObject({ status: 404 })
  expect(await shown()).toBeNull()
  const made = await set({ texts, path: '/points/points-shop', seen: 0, ...why })
  expect(made).toMatchObject({
    status: 200,
    body: { state: 'shown', versions: [{ texts, isOn: true, author: 'mia' }] },
  })
  await expect.poll(async () => (await shown())?.text).toBe(texts.en)
  expect(await shown('de')).toMatchObject({ text: texts.de, path: '/points/points-shop', endsAt: null })
  expect((await shown('es')).text).toBe(texts.en)
  for (const [language, text] of Object.entries({ ...texts, es: texts.en }))
    for (const path of ['/faq', '/login', '/no-such-page']) {
      const { body } = await app.server.inject({ url: path, headers: { 'accept-language': language } })
      expect(body, `${path} ${language}`).toContain(
        `<meta name="site-banner" content="{&quot;id&quot;:1,&quot;text&quot;:&quot;${text}`,
      )
    }
  const { revision } = await read()
  expect((await turn({ isOn: false, seen: revision, ...why })).body.state).toBe('off')
  await expect.poll(async () => await shown()).toBeNull()
  expect((await app.server.inject('/faq')).body).not.toContain('site-banner')
  expect((await turn({ isOn: true, seen: revision + 1, ...why })).body.state).toBe('shown')
  await expect.poll(async () => (await shown())?.id).toBe(revision + 2)
})

test('it is carried until its end, and not after', async () => {
  const { revision } = await read()
  const startsAt = soon(3_600_000)
  const planned = await set({ texts, startsAt, endsAt: soon(7_200_000), seen: revision, ...why })
  expect(planned.body.state).toBe('planned')
  await expect.poll(async () => (await shown())?.startsAt).toBe(startsAt)
  const now = (await read()).revision
  expect((await set({ texts, endsAt: soon(1_500), seen: now, ...why })).body.state).toBe('shown')
  await expect.poll(async () => (await shown())?.endsAt).toEqual(expect.any(String))
  await expect.poll(async () => await shown(), { timeout: 10_000 }).toBeNull()
  expect((await read()).state).toBe('over')
})

test('of two operators at once one is refused, and nothing is lost', async () => {
  const { revision, versions } = await read()
  const both = await Promise.all([
    set({ texts: { en: 'One' }, seen: revision, ...why }),
    set({ texts: { en: 'Two' }, seen: revision, ...why }, max),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)!.body.detail).toMatch(
    /^Someone else changed the banner in the meantime\. Your change was not saved\. (mia|max) did banner\.set on it at .* UTC\.$/,
  )
  const after = await read()
  expect(after.versions.slice(1)).toEqual(versions)
  const [first, second] = after.versions[0].author === 'mia' ? [mia, max] : [max, mia]
  expect((await turn({ isOn: true, seen: after.revision, ...why }, second)).status).toBe(409)
  expect((await turn({ isOn: true, seen: after.revision, ...why }, first)).status).toBe(200)
  const { rows } = await sql<{ count: number }>`
    select count(*) from audit_change where table_name = 'site_banner'`.execute(app.db)
  expect(rows[0]!.count).toBe(after.versions.length)
  for (const change of [sql`delete from site_banner`, sql`update site_banner set is_on = false`])
    await expect(change.execute(app.db)).rejects.toThrow(/denied|only added to/)
})

test.each([
  [{ texts: { en: '' } }],
  [{ texts: { de: 'Ohne Englisch' } }],
  [{ texts: { en: 'x'.repeat(201) } }],
  [{ texts: { en: 'two\nlines' } }],
  [{ texts: { en: 'turned \u202e round' } }],
  [{ texts: { en: 'Hello', fr: 'Bonjour' } }],
  [{ path: 'https://elsewhere.example' }],
  [{ path: '//elsewhere.example' }],
  [{ path: '/\\elsewhere.example' }],
  [{ endsAt: '2020-01-01T00:00:00Z' }],
  [{ startsAt: '2090-01-02T00:00:00Z', endsAt: '2090-01-01T00:00:00Z' }],
  [{ reason: '' }],
])('refuses %j', async (wrong) => {
  const { revision } = await read()
  expect((await set({ texts, seen: revision, ...why, ...wrong })).status).toBe(422)
  expect((await read()).revision).toBe(revision)
})

test('its text is text: a page quotes it, and who may not set it does not', async () => {
  const { revision } = await read()
  const text = `"><script>alert(1)</script>' & {siteName}`
  expect((await set({ texts: { en: text }, seen: revision, ...why })).status).toBe(200)
  await expect.poll(async () => (await shown())?.text).toBe(text)
  expect((await app.server.inject('/faq')).body).not.toContain('<script>alert')
  const support = await operatorBearer(app, 'support')
  expect((await set({ texts, seen: revision + 1, ...why }, support)).status).toBe(403)
})
