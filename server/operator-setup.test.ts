import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { siteZone } from '#server/platform/site-zone.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createBrand, createCampaign } from '#testing/campaigns.ts'
import { mailsTo } from '#testing/members.ts'
import { callOperator, operatorBearer, type TestOperator } from '#testing/operators.ts'

let app: TestApp
let mia: TestOperator
beforeAll(async () => {
  app = await startTestApp()
  mia = await operatorBearer(app, 'owner', 'mia@crels.example')
})
afterAll(() => app.close())

const open = async () => {
  const { steps } = (await callOperator(app, mia, { path: '/setup' })).body
  return steps.filter(({ isDone }: { isDone: boolean }) => !isDone).map(({ step }: { step: string }) => step)
}
const arrived = async (who = mia) =>
  await callOperator(app, who, { method: 'POST', path: '/setup/arrived-mails' })
const setLine = async (name: string, payload: object, who = mia) =>
  await callOperator(app, who, { method: 'PUT', path: `/site/lines/${name}`, payload })
const site = async () => (await callOperator(app, mia, { path: '/site' })).body
const valueOf = async (name: string) =>
  (await site()).lines.find((line: { name: string }) => line.name === name).value

test('an empty installation names what is still to do, and each step is done by what it is about', async () => {
  expect(await open()).toEqual(['mail', 'site', 'zone', 'legal', 'team', 'economy', 'brand', 'campaign'])
  expect((await callOperator(app, mia, { path: '/setup' })).body).toMatchObject({
    origin: app.config.publicOrigin,
    mail: 'mailbox',
    isLocal: true,
  })

  expect(await arrived()).toMatchObject({ status: 409, body: { code: 'conflict' } })
  const sent = await callOperator(app, mia, { method: 'POST', path: '/setup/test-mails' })
  expect(sent).toMatchObject({ status: 202, body: { to: 'mia@crels.example' } })
  const [mail] = await mailsTo(app, 'mia@crels.example')
  expect(mail?.subject).toBe('A test mail from Crels')
  // Who it went to says that it arrived.
  expect(await open()).toContain('mail')
  const testMail = async () => (await callOperator(app, mia, { path: '/setup' })).body.testMail
  expect(await testMail()).toEqual({ sentAt: expect.any(String), failure: null, isArrived: false })
  expect(await arrived()).toMatchObject({ status: 200, body: { testMail: { isArrived: true } } })
  expect(await open()).toEqual(['site', 'zone', 'legal', 'team', 'economy', 'brand', 'campaign'])
  // Another one can be sent at any time, and asks again without undoing what was said.
  await callOperator(app, mia, { method: 'POST', path: '/setup/test-mails' })
  expect(await testMail()).toMatchObject({ isArrived: false })
  expect(await open()).not.toContain('mail')

  await setLine('operator.name', { value: 'Example GmbH', seen: null })
  await setLine('operator.contact', { value: 'legal@example.com', seen: null })
  // A site has a name, be it the one that ships, and a logo or a word that it has none.
  const parts = async () => (await callOperator(app, mia, { path: '/setup' })).body.site
  expect(await parts()).toEqual({ isNamed: false, isLogoDecided: false, isOperatorSaid: true })
  await setLine('site.name', { value: 'Crels', seen: null })
  expect([await open(), await parts()]).toEqual([
    expect.arrayContaining(['site']),
    { isNamed: true, isLogoDecided: false, isOperatorSaid: true },
  ])
  await callOperator(app, mia, { method: 'DELETE', path: '/site/logo' })
  expect((await parts()).isLogoDecided).toBe(true)
  await operatorBearer(app, 'finance', 'max@crels.example')
  await setLine('site.zone', { value: 'Europe/Berlin', seen: null })
  expect(await open()).toEqual(['legal', 'economy', 'brand', 'campaign'])
  const keep = async (version: number) =>
    (await callOperator(app, mia, { method: 'POST', path: '/setup/kept-economies', payload: { version } }))
      .status
  expect(await keep(1)).toBe(409)
  expect(await open()).toContain('economy')
  expect(await keep(0)).toBe(200)
  expect(await open()).toEqual(['legal', 'brand', 'campaign'])
  const brand = await createBrand(app)
  expect(await open()).toEqual(['legal', 'campaign'])
  await createCampaign(app, { brandId: brand.id })
  expect(await open()).toEqual(['legal'])

  // What is undone is open again.
  await setLine('operator.contact', { value: null, seen: 'legal@example.com' })
  expect(await open()).toEqual(['site', 'legal'])
})

test('two operators on one line: the second hears who was faster, and nothing is lost', async () => {
  const max = await operatorBearer(app, 'manager', 'moe@crels.example')
  expect((await setLine('site.name', { value: 'Beans', seen: 'Crels' })).status).toBe(200)
  const late = await setLine('site.name', { value: 'Peas', seen: null }, max)
  expect(late).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect(late.body.detail).toContain('mia did site.set on it')
  expect(await valueOf('site.name')).toBe('Beans')
  // To have set the same is the other one's act as well; one's own request again is answered.
  expect((await setLine('site.name', { value: 'Beans', seen: null }, max)).status).toBe(409)
  expect((await setLine('site.name', { value: 'Beans', seen: null })).status).toBe(200)
  // The same again is no change.
  expect((await setLine('site.name', { value: 'Beans', seen: 'Beans' })).status).toBe(200)
  const { changes } = await site()
  expect(changes.filter(({ name }: { name: string }) => name === 'site.name')).toMatchObject([
    { value: 'Beans', author: 'mia' },
    { value: 'Crels', author: 'mia' },
  ])
  for (const value of ['<b>', 'x'.repeat(25), ' Beans', ''])
    expect((await setLine('site.name', { value, seen: 'Beans' })).status, value).toBe(422)
  expect((await setLine('site.logo', { value: 'logos/x.webp', seen: null })).status).toBe(404)
  expect((await setLine('site.name', { value: null, seen: 'Beans' })).status).toBe(200)
})

test('a zone that there is not is refused; one that there is is in what is refused, and undone it is UTC', async () => {
  for (const value of ['Europe/Atlantis', '+02:00', 'Berlin', 'Europe/Berlin\n', ''])
    expect((await setLine('site.zone', { value, seen: 'Europe/Berlin' })).status, value).toBe(422)
  expect(await valueOf('site.zone')).toBe('Europe/Berlin')
  expect((await setLine('site.zone', { value: 'Asia/Tokyo', seen: 'Europe/Berlin' })).status).toBe(200)
  await expect.poll(siteZone).toBe('Asia/Tokyo')
  const late = await setLine('site.zone', { value: 'UTC', seen: 'Europe/Berlin' })
  expect(late).toMatchObject({ status: 409 })
  expect(late.body.detail).toMatch(/mia did site\.set on it at \d{4}-\d\d-\d\d \d\d:\d\d Asia\/Tokyo\.$/)
  await setLine('site.zone', { value: null, seen: 'Asia/Tokyo' })
  await expect.poll(siteZone).toBe('UTC')
})

test('a logo is uploaded and removed; a file that is none changes nothing', async () => {
  const put = async (payload: Buffer, query = '') =>
    await app.server.inject({
      method: 'PUT',
      url: `/api/v1/operator/site/logo${query}`,
      headers: { ...mia.headers, 'content-type': 'image/png' },
      payload,
    })
  const png = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#f00' } })
    .png()
    .toBuffer()
  expect((await put(png)).json().logoURL).toMatch(/^\/files\/logos\/.+\.webp$/)
  expect((await put(Buffer.from('no image'))).statusCode).toBe(422)
  // Whoever did not see it neither replaces nor removes it.
  const { logoURL } = await site()
  expect(logoURL).not.toBeNull()
  const late = await put(png, '?seen=')
  expect([late.statusCode, late.json().detail]).toEqual([
    409,
    expect.stringMatching(
      /^Someone else changed the logo in the meantime\. Your change was not saved\. mia did site\.set on it at/,
    ),
  ])
  const blind = await callOperator(app, mia, { method: 'DELETE', path: '/site/logo?seen=' })
  expect([blind.status, (await site()).logoURL]).toEqual([409, logoURL])
  expect(
    (
      await callOperator(app, mia, {
        method: 'DELETE',
        path: `/site/logo?seen=${encodeURIComponent(logoURL)}`,
      })
    ).body.logoURL,
  ).toBeNull()
  // The key of a stored file is no text of the log that is shown.
  expect((await site()).changes.slice(0, 2)).toMatchObject([
    { name: 'site.logo', value: null },
    { name: 'site.logo', value: null },
  ])
})

test('who only reads changes nothing and sends nothing', async () => {
  const reader = await operatorBearer(app, 'read-only', 'ria@crels.example')
  expect((await setLine('site.name', { value: 'Mine', seen: null }, reader)).status).toBe(403)
  const asked = await callOperator(app, reader, { method: 'POST', path: '/setup/test-mails' })
  expect(asked.status).toBe(403)
  expect(await mailsTo(app, 'ria@crels.example')).toEqual([])
  expect((await arrived(reader)).status).toBe(403)
})
