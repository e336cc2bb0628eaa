import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { legalDocuments, type LegalDocument } from '#contracts/legal.constants.ts'
import type { LegalPage } from '#contracts/legal.schemas.ts'
import { setSiteValue, siteHistory } from '#server/modules/site/public.ts'
import { inLanguage } from '#server/platform/language.ts'
import { newId } from '#server/platform/ids.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createMember, type TestMember } from '#testing/members.ts'
import { testActor } from '#testing/operators.ts'
import { markdownHtml } from '#server/platform/http/markdown-html.ts'
import { openLegalPages } from './legal-pages.ts'
import { templatesOf, withFacts } from './legal-template.ts'
import { repeatedVersions } from './legal-queries.ts'
import { previewVersion } from './preview-version.ts'
import { publishLegal } from './publish-legal.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const say = async (name: Parameters<typeof setSiteValue>[2]['name'], value: string | null) =>
  await inTransaction(app.db, (tx) => setSiteValue(tx, testActor, { name, value }))

const publish = async (document: LegalDocument, en: string, more: Record<string, string> = {}) =>
  await inTransaction(app.db, (tx) =>
    publishLegal(tx, testActor, {
      config: app.config,
      document,
      texts: { en, ...more },
      summary: 'A new sentence',
    }),
  )

const page = async (document: LegalDocument, version = '') => {
  const query = version ? `?version=${version}` : ''
  return await app.server.inject({ url: `/api/v1/public/legal/${document}${query}` })
}
const html = async (document: LegalDocument) => (await page(document)).json<LegalPage>().html
/** Once this process has heard of it: pages are kept until then. */
const inForce = async (document: LegalDocument, version: string) => {
  await expect.poll(async () => (await page(document)).json<LegalPage>().version).toBe(version)
}

const asked = async ({ uid, headers }: TestMember) =>
  (await app.server.inject({ url: `/api/v1/users/${uid}`, headers })).json().toAgree

const agree = async ({ headers }: TestMember, agreements: object[]) =>
  await app.server.inject({ method: 'POST', url: '/api/v1/agreements', headers, payload: { agreements } })

describe('before the operator has published anything', () => {
  test.each(legalDocuments)('%s shows the template, says so, and shows no brace', async (document) => {
    const { version, html: shown, versions } = (await page(document)).json<LegalPage>()
    expect({ version, versions }).toEqual({ version: null, versions: [] })
    expect(shown).toContain('This is a template')
    expect(shown).not.toMatch(/[{}]/)
  })

  test('says the minimum age beside the versions that there are not yet', async () => {
    const { ageMin, items } = (await app.server.inject({ url: '/api/v1/public/legal' })).json()
    expect(ageMin).toBe(app.config.ageMin)
    expect(items).toEqual(legalDocuments.map((document) => ({ document, version: null })))
  })

  test('no member is asked to agree, and a version that does not exist is refused', async () => {
    const member = await createMember(app)
    expect(await asked(member)).toBeUndefined()
    const response = await agree(member, [{ document: 'terms', version: '2026-01-01' }])
    expect(response.statusCode).toBe(409)
    expect(response.json()).toMatchObject({ code: 'legal_version_stale', inForce: {} })
    expect((await page('terms', '2026-01-01')).statusCode).toBe(404)
  })

  test.each(legalDocuments)('%s names nothing that stands for nothing, in any language', (document) => {
    const known = [
      'site.name',
      'age.min',
      'operator.name',
      'operator.address',
      'operator.contact',
      'operator.law',
    ]
    const all = [
      ...known,
      'operator.processors',
      'keep.clickDays',
      'keep.analyticsDays',
      'keep.supportMonths',
      'keep.sessionDays',
    ]
    const facts = Object.fromEntries(all.map((name) => [name, 'x']))
    for (const text of Object.values(templatesOf(document)))
      expect(withFacts(text, facts).missing).toEqual([])
  })
})

describe('publishing', () => {
  test('is refused while the operator is not filled in, and with a name that stands for nothing', async () => {
    const text = 'By {operator.name} of {operator.nmae}. {constructor}'
    await expect(publish('cookies', text)).rejects.toMatchObject({
      options: {
        detail:
          'cookies says {operator.name}: set it with `crels site set operator.name "…"`. cookies says {operator.nmae}, which stands for nothing; content/legal/README.md lists the names. cookies says {constructor}, which stands for nothing; content/legal/README.md lists the names.',
      },
    })
    await expect(say('operator.name', 'two\nlines')).rejects.toThrow('one line')
  })

  test('what the operator says is text: no mark of it is Markdown, and none HTML', async () => {
    await say('operator.name', '<b>Ada</b> [x](javascript:alert(1)) **& Co.**')
    await say('operator.contact', 'law@example.com')
    const { version } = await publish(
      'cookies',
      'By {operator.name}, {operator.contact}. For {age.min} and over.',
    )
    await inForce('cookies', version)
    const shown = await html('cookies')
    expect(shown).toContain('By &lt;b&gt;Ada&lt;/b&gt; [x](javascript:alert(1)) **&amp; Co.**')
    expect(shown).toContain('<a href="mailto:law@example.com" rel="noreferrer">law@example.com</a>')
    expect(shown).toContain('For 13 and over.')
    const { text } = withFacts('{x}', { x: 'E_A (https://a.example/_b_), https://c.example.' })
    expect(markdownHtml(text)).toBe(
      '<p>E_A (<a href="https://a.example/_b_" rel="noreferrer">https://a.example/_b_</a>), ' +
        '<a href="https://c.example/" rel="noreferrer">https://c.example</a>.</p>',
    )
  })

  test('what is published stays as it was, at its own address; the same again is no new version', async () => {
    const first = await publish('terms', 'The first text')
    expect(await publish('terms', 'The first text')).toEqual({ version: first.version, isNew: false })
    const second = await publish('terms', 'The second text', { es: 'El segundo texto' })
    expect(second.version).toBe(`${first.version}.2`)
    await inForce('terms', second.version)
    const now = (await page('terms')).json<LegalPage>()
    expect(now.versions.map(({ version }) => version)).toEqual([second.version, first.version])
    expect(now.html).toContain('The second text')
    expect(now.html).toContain(`href="/docs/terms?version=${first.version}"`)
    const before = (await page('terms', first.version)).json<LegalPage>()
    expect(before.html).toContain('The first text')
    expect(before.html).toContain('An earlier version')
    const url = '/api/v1/public/legal/terms'
    const spanish = await app.server.inject({ url, headers: { 'accept-language': 'es' } })
    expect(spanish.json<LegalPage>().html).toContain('El segundo texto')
    expect(spanish.json<LegalPage>().html).not.toContain('lang=')
    const german = await app.server.inject({ url, headers: { 'accept-language': 'de' } })
    expect(german.json<LegalPage>().html).toContain('<div lang="en" dir="ltr"><p>The second text</p></div>')
    for (const table of ['legal_version', 'legal_text', 'site_value'])
      await expect(sql`delete from ${sql.table(table)}`.execute(app.db), table).rejects.toThrow(
        /refused|denied/,
      )
    expect((await siteHistory(app.db, 10)).map(({ name }) => name)).toEqual([
      'operator.contact',
      'operator.name',
    ])
  })
})

test('a page is written once for each language, and again when something is said of the site', async () => {
  const { db, config } = app
  const heard: (() => void)[] = []
  const pages = openLegalPages({
    db,
    config,
    listener: { on: (channel, on) => void (channel === 'site' && heard.push(() => on(''))) },
  })
  const first = await pages.page({ document: 'privacy' })
  expect(await pages.page({ document: 'privacy' })).toBe(first)
  expect(await inLanguage('es', async () => await pages.page({ document: 'privacy' }))).not.toBe(first)
  await say('operator.processors', 'Example Mail (e-mail)')
  for (const hear of heard) hear()
  const again = await pages.page({ document: 'privacy' })
  expect(again).not.toBe(first)
  expect(again.html).toContain('Example Mail (e-mail)')
})

describe('agreeing', () => {
  test('a sign-up with the versions that were shown agrees to them, one with others makes no account', async () => {
    const { version } = await publish('terms', 'For the sign-up')
    const signUp = async (agreements: object[]) => {
      const payload = { email: `${newId('member')}@example.com`, password: 'a secret horse', agreements }
      return await app.server.inject({ method: 'POST', url: '/identity/sign-up', payload })
    }
    const stale = await signUp([{ document: 'terms', version: '2020-01-01' }])
    expect(stale.statusCode).toBe(409)
    expect(stale.json()).toMatchObject({ code: 'legal_version_stale', inForce: { terms: version } })
    const { user, accessToken } = (await signUp([{ document: 'terms', version }])).json()
    const headers = { authorization: `Bearer ${accessToken}` }
    expect(
      (await app.server.inject({ url: `/api/v1/users/${user.uid}`, headers })).json().toAgree,
    ).toBeUndefined()
  })

  test('a new version asks again, once each, and twenty answers at a time are one', async () => {
    const member = await createMember(app)
    const [first] = await asked(member)
    expect(first).toMatchObject({ document: 'terms', isUpdate: false })
    await agree(member, [{ document: 'terms', version: first.version }])
    expect(await asked(member)).toBeUndefined()
    const { version } = await publish('terms', 'Once more')
    await publish('privacy', 'Privacy')
    expect(await asked(member)).toMatchObject([
      { document: 'terms', version, summary: 'A new sentence', isUpdate: true },
      { document: 'privacy', isUpdate: false },
    ])
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => await agree(member, [{ document: 'terms', version }])),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 20 }, () => 200))
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from legal_agreement
      where uid = ${member.uid} and version = ${version} and document = 'terms'`.execute(app.db)
    expect(rows).toEqual([{ count: 1 }])
    // The document that was read can be sent back whole.
    const read = await app.server.inject({ url: `/api/v1/users/${member.uid}`, headers: member.headers })
    const patched = await app.server.inject({
      method: 'PATCH',
      url: `/api/v1/users/${member.uid}`,
      headers: member.headers,
      payload: read.json(),
    })
    expect(patched.statusCode, patched.body).toBe(200)
  })
})

test('a version is undone whole: who agreed to the texts that apply again is not asked, who agreed to the others is', async () => {
  const [first, late] = [await createMember(app), await createMember(app)]
  const texts = ['Kept', { es: 'Guardado' }] as const
  const { version: right } = await publish('terms', ...texts)
  await agree(first, [{ document: 'terms', version: right }])
  const { version: mistaken } = await publish('terms', 'A draft', { es: 'Guardado' })
  expect(await asked(first)).toMatchObject([{ document: 'terms', version: mistaken, isUpdate: true }, {}])
  await agree(late, [{ document: 'terms', version: mistaken }])

  // Of the earlier texts all languages are the same, or they are others.
  const preview = async (en: string, more: Record<string, string> = {}) =>
    await previewVersion(app.db, { config: app.config, document: 'terms', texts: { en, ...more } })
  const { asked: all } = await preview('Never published')
  expect(await preview(...texts)).toEqual({ isInForce: false, sameAs: right, asked: all - 1 })
  expect(await preview('Kept')).toEqual({ isInForce: false, sameAs: null, asked: all })
  expect(await preview('A draft', { es: 'Guardado' })).toEqual({
    isInForce: true,
    sameAs: mistaken,
    asked: 0,
  })

  const { version: again } = await publish('terms', ...texts)
  expect((await asked(first)).filter(({ document }: LegalPage) => document === 'terms')).toEqual([])
  expect(await asked(late)).toMatchObject([{ document: 'terms', version: again, isUpdate: true }, {}])
  // The record says what was agreed to, and when: nothing is added to it.
  const { rows } = await sql<{ version: string }>`
    select version from legal_agreement where uid = ${first.uid} and document = 'terms'`.execute(app.db)
  expect(rows).toEqual([{ version: right }])
  const { rows: acts } = await sql<{ after: { sameAs?: string } }>`
    select after from audit_entry where action = 'legal.publish' and target = 'terms' order by seq desc limit 2`.execute(
    app.db,
  )
  expect(acts.map(({ after }) => after.sameAs)).toEqual([right, undefined])
  expect(await repeatedVersions(app.db)).toEqual([{ document: 'terms', version: again, sameAs: right }])
})

test('a text is Markdown without HTML: tables, quotes, and headings with ids of their own', () => {
  expect(markdownHtml('## Same\n\n## Same\n\n| A | B |\n|---|---|\n| <i> | [x](/help) |\n\n> n')).toBe(
    '<h2 id="same">Same</h2><h2 id="same-1">Same</h2>' +
      '<div data-table tabindex="0"><table><thead><tr><th scope="col">A</th><th scope="col">B</th></tr></thead>' +
      '<tbody><tr><td>&lt;i&gt;</td><td><a href="/help">x</a></td></tr></tbody></table></div><blockquote><p>n</p></blockquote>',
  )
})
