import { afterAll, beforeAll, expect, test } from 'vitest'
import { decideApplication } from '#server/modules/campaigns/public.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createBrand, createCampaign } from '#testing/campaigns.ts'
import { completeProfile, createMember, mailsTo, noticesTo, type TestMember } from '#testing/members.ts'
import { testActor } from '#testing/operators.ts'
import { phone } from '#testing/visits.ts'

/** A formula to a spreadsheet, an element to a page, the end of an attribute, a name in braces to a template. */
const hostile = '=1+1<img src=x onerror=hit()>"\'`&amp;${x}{siteName}'

let app: TestApp
let member: TestMember
let campaign: string
let code: string
beforeAll(async () => {
  app = await startTestApp()
  const brand = await createBrand(app, { name: hostile.slice(0, 40), tagline: hostile })
  const texts = { title: hostile, summary: hostile, publicTitle: hostile, publicDescription: hostile }
  ;({ id: campaign } = await createCampaign(app, {
    brandId: brand.id,
    ...texts,
    terms: `# ${hostile}\n\n[a](javascript:hit()) <script>hit()</script>`,
    captions: [hostile],
    approval: 'application',
  }))
  const names = { fullName: hostile, displayName: hostile }
  member = await createMember(app, { displayName: hostile, profile: { ...completeProfile, ...names } })
  const applied = await send('POST', `/api/v1/campaigns/${campaign}/enrolment`, { message: hostile })
  await inTransaction(app.db, (tx) =>
    decideApplication(tx, testActor, { enrolmentId: applied.json().id, approve: true }, {}),
  )
  const destinationUrl = `https://shop.example/?q=${encodeURIComponent(hostile)}`
  code = (await send('POST', '/api/v1/shortlinks', { destinationUrl, title: hostile })).json().code
})
afterAll(() => app.close())

const send = async (method: 'GET' | 'POST', url: string, payload?: object, headers = {}) =>
  await app.server.inject({
    method,
    url,
    headers: { ...member.headers, ...headers },
    ...(payload && { payload }),
  })

/** What would run, or be an element of its own. */
const harm = /<img src=x|<script>hit|javascript:hit|onerror=hit\(\)>"'/

test('hostile names and titles are text in every page, and in what previews of links read', async () => {
  const { shortId } = (await send('GET', `/api/v1/users/${member.uid}`)).json()
  for (const [path, agent] of [
    [`/campaigns/${campaign}`, phone],
    [`/signup?invitedBy=${shortId}`, phone],
    [`/s/${code}`, 'facebookexternalhit/1.1'],
    [`/docs/api?q=${encodeURIComponent(hostile)}`, phone],
    [`/${encodeURIComponent(hostile)}`, phone],
  ] as const) {
    const { body } = await app.server.inject({
      url: path,
      headers: { 'user-agent': agent, 'accept-encoding': 'identity' },
    })
    expect(body, path).not.toMatch(harm)
  }
  const { body } = await app.server.inject(`/campaigns/${campaign}`)
  expect(body).toContain('=1+1&lt;img src=x onerror=hit()&gt;')
  // No page of a member's says it to a browser that reads JSON in it.
  const page = await send('GET', '/shortlinks', undefined, { cookie: member.cookie })
  expect(page.body).not.toMatch(harm)
})

test('they are text in mails, whose subjects stay one line', async () => {
  await send('POST', '/support-requests', { topic: 'account', message: hostile, email: member.email })
  const mails = [...(await mailsTo(app, member.email)), ...(await noticesTo(app, member))]
  expect(mails.some(({ html }) => html.includes('&lt;img src=x'))).toBe(true)
  for (const { html, subject } of mails) {
    expect(html).not.toMatch(harm)
    expect(subject).not.toMatch(/[\r\n]/)
  }
})

test('no cell of a file begins a formula', async () => {
  for (const url of [
    '/api/v1/shortlinks',
    '/api/v1/wallet/statement',
    '/api/v1/analytics/breakdown?by=campaign',
    '/api/v1/analytics/breakdown?by=link',
  ]) {
    const { body, statusCode, headers } = await send('GET', url, undefined, { accept: 'text/csv' })
    expect(statusCode, url).toBe(200)
    expect(headers['content-type'], url).toMatch(/^text\/csv/)
    expect(body, url).not.toMatch(/(^|[\n,]|")[=+@]1/)
  }
  const { body } = await send('GET', '/api/v1/shortlinks', undefined, { accept: 'text/csv' })
  expect(body).toContain('"\'=1+1<img')
})

test('pictures for previews are drawn of them', async () => {
  const { shortId } = (await send('GET', `/api/v1/users/${member.uid}`)).json()
  for (const url of [`/covers/${campaign}.png`, `/pictures/invitations/${shortId}.png`]) {
    const { statusCode, rawPayload } = await app.server.inject(url)
    expect([statusCode, rawPayload.subarray(1, 4).toString()], url).toEqual([200, 'PNG'])
  }
})
