import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { OperatedLegal, OperatedLegalTexts } from '#contracts/operator-legal.schemas.ts'
import { app, openApp, read } from '#server/modules/conversions/conversions.fixture.ts'
import { createMember } from '#testing/members.ts'
import { callOperator, operatorBearer, type TestOperator } from '#testing/operators.ts'

openApp()

let olga: TestOperator
beforeAll(async () => {
  olga = await operatorBearer(app, 'owner', 'olga@crels.example')
})

async function call(method: 'GET' | 'POST', url = '', payload?: object, who = olga) {
  return await callOperator(app, who, { method, path: `/legal${url}`, payload })
}
const legal = async () => (await call('GET')).body as OperatedLegal
const texts = async (query = '') => (await call('GET', `/terms${query}`)).body as OperatedLegalTexts
const page = async (version = '') =>
  (await app.server.inject(`/api/v1/public/legal/terms${version && `?version=${version}`}`)).json()
    .html as string

test('is the template until it is written, says what stands for nothing, and is published once', async () => {
  const member = await createMember(app)
  await read(member, '/wallet')
  const before = await legal()
  expect(before.items.map(({ document, versions }) => [document, versions])).toEqual([
    ['terms', []],
    ['privacy', []],
    ['cookies', []],
  ])
  expect(before.members).toBeGreaterThan(0)
  const template = await texts()
  expect(template.version).toBeNull()
  expect(template.texts.en).toContain('{')
  const preview = await call('POST', '/terms/previews', {
    language: 'en',
    text: 'By {company.name}. **Yes** <b>',
  })
  expect(preview.body).toMatchObject({ missing: ['company.name'] })
  expect(preview.body.html).toContain('<strong>Yes</strong> &lt;b&gt;')

  const draft = { texts: { en: '# Ours\n\nBe kind.' }, summary: 'The first of our own', seen: null }
  const refused = { ...draft, texts: { en: 'By {company.name}' } }
  expect(await call('POST', '/terms/versions', refused)).toMatchObject({
    status: 422,
    body: { code: 'validation_failed' },
  })
  const both = await Promise.all([1, 2].map(async () => call('POST', '/terms/versions', draft)))
  expect(both.map(({ body }) => body.isNew).toSorted()).toEqual([false, true])
  const { version } = both[0]!.body as { version: string }
  await expect.poll(async () => await page()).toContain('Be kind.')
  expect(await texts()).toMatchObject({ version, texts: draft.texts })

  const agreements = [{ document: 'terms', version }]
  const agreed = await app.server.inject({
    method: 'POST',
    url: '/api/v1/agreements',
    headers: member.headers,
    payload: { agreements },
  })
  expect(agreed.statusCode, agreed.body).toBe(200)
  expect((await legal()).items[0]!.versions).toMatchObject([
    { version, summary: draft.summary, author: 'olga', members: 1 },
  ])
  const { rows } = await sql`select action from audit_entry where target = 'terms'`.execute(app.db)
  expect(rows).toEqual([{ action: 'legal.publish' }])
})

test('another version that came meanwhile is not overtaken, and an earlier one stays and may begin the next', async () => {
  const { version: first } = await texts()
  const theirs = { texts: { en: 'Theirs' }, summary: 'Shorter', seen: first }
  const { version } = (await call('POST', '/terms/versions', theirs)).body as { version: string }
  const late = { texts: { en: 'Mine' }, summary: 'Longer', seen: first }
  expect(await call('POST', '/terms/versions', late)).toMatchObject({
    status: 409,
    body: { code: 'conflict' },
  })
  await expect.poll(async () => await page()).toContain('Theirs')
  expect(await page(first!)).toContain('Be kind.')
  expect(await texts(`?version=${first}`)).toMatchObject({
    version,
    texts: { en: expect.stringContaining('Be kind.') },
  })
  expect((await call('POST', '/terms/versions', { ...late, seen: version })).status).toBe(200)
  await expect.poll(async () => await page()).toContain('Mine')
  expect((await call('GET', '/terms?version=2020-01-01')).status).toBe(404)
})

test('a manager reads them and publishes none', async () => {
  const mia = await operatorBearer(app, 'manager', 'mia@crels.example')
  expect((await call('GET', '', undefined, mia)).status).toBe(200)
  const draft = { texts: { en: 'No' }, summary: 'x', seen: null }
  expect((await call('POST', '/cookies/versions', draft, mia)).status).toBe(403)
  expect((await call('POST', '/cookies/previews', { language: 'en', text: 'x' }, mia)).status).toBe(403)
})
