import { afterAll, beforeAll, expect, test } from 'vitest'
import { siteNamePlace } from '#contracts/site-name.ts'
import { composeMail } from '#server/platform/mail/compose-mail.ts'
import { inLanguage } from '#server/platform/language.ts'
import { sitePicture } from '#server/platform/share-pictures/site-picture.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { testActor } from '#testing/operators.ts'
import { setSiteValue } from './site-values.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const called = async (value: string | null) => {
  await inTransaction(app.db, (tx) => setSiteValue(tx, testActor, { name: 'site.name', value }))
}
const get = async (url: string) => (await app.server.inject(url)).body
const manifest = async () => JSON.parse(await get('/manifest.webmanifest')) as Record<string, unknown>

test('the name of the site is in titles, prerendered pages, the manifest, mails and pictures, at once', async () => {
  const before = await get('/docs')
  expect(before).not.toContain(siteNamePlace)
  expect(before).not.toContain('name="application-name"')
  await called('Ola & Söhne')
  await expect.poll(manifest).toMatchObject({ name: 'Ola & Söhne', short_name: 'Ola & Söhne' })
  expect(await get('/login')).toContain('<title>Sign in · Ola &amp; Söhne</title>')
  for (const path of ['/docs', '/index.html', '/s/none'])
    expect(await get(path), path).toContain('Ola &amp; Söhne')
  const docs = await get('/docs')
  expect(docs).toContain('<meta name="application-name" content="Ola &amp; Söhne">')
  expect(docs).toContain('<meta property="og:site_name" content="Ola &amp; Söhne">')
  expect(docs).toMatch(/<div id="root">.*Back to Ola &amp; Söhne/s)
  expect(docs).not.toContain(siteNamePlace)
  expect(await get('/offline.html')).not.toContain(siteNamePlace)
  const mail = inLanguage('de', () => composeMail({ to: 'a@example.com', subject: 'Hallo', lines: [] }))
  expect(mail.text).toContain('Ola & Söhne. Teile, was du liebst')
  expect(mail.html).toContain('>Ola &amp; Söhne</p>')
  expect(JSON.stringify(sitePicture())).toContain('Ola & Söhne')
  await called(null)
  await expect.poll(manifest).toMatchObject({ name: 'Crels' })
  expect(await get('/docs')).toBe(before)
})

test.each(['', 'a\nb', '<b>Ola</b>', '{{x}}', 'x'.repeat(25)])('the site is not called %j', async (name) => {
  await expect(called(name)).rejects.toMatchObject({ code: 'validation_failed' })
})
