import { expect, test } from 'vitest'
import { paths } from '#contracts/paths.ts'
import { m } from '#messages'
import { publishLegal } from '#server/modules/legal/public.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { accessibilityViolations, visit } from '#testing/browser.ts'
import { createMember } from '#testing/members.ts'
import { networkQuiet } from '#testing/network.ts'
import { testActor } from '#testing/operators.ts'
import { browser, openSite, site, visitAs } from './site.fixture.ts'

openSite()

const trackingLink = paths.doc('monetization/tracking-link')

test('a reader needs no script; with one they search by keyboard, go by the outline, copy a link and go on to the next page', async () => {
  const reader = await browser.newContext({ baseURL: site.origin, javaScriptEnabled: false })
  const plain = await reader.newPage()
  await plain.goto(trackingLink)
  await plain.getByRole('heading', { level: 2, name: 'Which visits count' }).waitFor()
  expect(await plain.getByRole('button', { name: m.docs_search_heading() }).isVisible()).toBe(false)
  await reader.close()

  const { page, context, consoleErrors } = await visit(browser, site.origin)
  await page.goto(paths.docs)
  await page.getByRole('link', { name: /^Tracking links/ }).waitFor()
  await networkQuiet(page)
  await page.keyboard.press('/')
  const field = page.getByRole('searchbox', { name: m.docs_search_label() })
  await field.fill('zzqqx')
  await page.getByText(m.docs_search_none({ q: 'zzqqx' }), { exact: true }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await field.fill('sub-ids')
  const results = page.getByRole('list', { name: m.docs_search_results() })
  await results.getByRole('link').first().waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await field.press('ArrowDown')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Make it yours')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${trackingLink}#make-it-yours`)
  await page.getByRole('heading', { level: 1, name: m.pages_docs_monetization_tracking_link() }).waitFor()

  const outline = page.getByRole('group').filter({ hasText: m.docs_on_this_page() })
  await outline.getByText(m.docs_on_this_page(), { exact: true }).click()
  await outline.getByRole('link', { name: 'Which visits count', exact: true }).click()
  await page.waitForURL(`**${trackingLink}#which-visits-count`)
  await expect
    .poll(async () => (await page.getByRole('heading', { name: 'Which visits count' }).boundingBox())?.y)
    .toBeLessThan(200)
  await page.locator('a[href="#good-to-know"]').last().click()
  await page.getByText(m.docs_link_copied(), { exact: true }).first().waitFor({ state: 'attached' })
  expect(await page.evaluate(async () => await navigator.clipboard.readText())).toBe(
    `${site.origin}${trackingLink}#good-to-know`,
  )
  expect(await accessibilityViolations(page)).toEqual([])

  await page.getByRole('button', { name: m.docs_helpful_no(), exact: true }).click()
  const help = page.getByRole('link', { name: 'Tell us what’s missing' })
  expect(await help.getAttribute('href')).toBe('/help?topic=other&ref=docs%2Fmonetization%2Ftracking-link')
  await page
    .getByRole('navigation', { name: m.docs_neighbours() })
    .getByRole('link', { name: /^Next/ })
    .click()
  await page.waitForURL(`**${paths.doc('monetization/campaign-earnings')}`)
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('a call that reads is tried from the reference, as the member or as anyone, and a refusal is an answer', async () => {
  const { page, context, consoleErrors } = await visitAs(await createMember(site), paths.doc('api'), {
    expectedStatuses: [404],
  })
  const tryIt = (id: string) =>
    page.locator('[data-endpoint]', { has: page.locator(`#${id}`) }).getByRole('button', { name: 'Try it' })
  const dialog = page.getByRole('dialog', { name: m.docs_try_heading() })
  const send = dialog.getByRole('button', { name: m.docs_try_send(), exact: true })
  await tryIt('getWallet').click()
  await send.click()
  await dialog.getByText('"available": 0').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.keyboard.press('Escape')

  await tryIt('getPublicCampaign').click()
  // One with many fields begins at its first.
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
  await dialog.getByLabel('id', { exact: true }).fill(`cmp_${'0'.repeat(32)}`)
  await page.keyboard.press('Enter')
  await dialog.getByText('"code": "not_found"').waitFor()
  expect(await dialog.getByText(m.docs_try_answer({ status: 404 })).count()).toBe(1)
  expect(await tryIt('deleteUser').count()).toBe(0)
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('a page that the browser loads begins at its own place, not where the one before was left', async () => {
  const { page, context } = await visit(browser, site.origin)
  await page.goto(paths.faq)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.evaluate('scrollTo(0, 900)')
  await page.goto(`${paths.doc('get-started/understand-crels')}#the-fee`)
  const top = async () =>
    Number(await page.evaluate("document.getElementById('the-fee').getBoundingClientRect().top"))
  await expect.poll(() => page.evaluate("document.readyState === 'complete'")).toBe(true)
  await networkQuiet(page)
  expect(await top()).toBeGreaterThanOrEqual(0)
  expect(await top()).toBeLessThan(200)
  await context.close()
})

test('a question is found by its address and by its words, and search engines get it as one', async () => {
  const { page, context, consoleErrors } = await visit(browser, site.origin)
  // An address cut in the middle of a code opens the page all the same.
  await page.goto(`${paths.faq}#points%`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.goto(`${paths.faq}#points-for-money`)
  const answer = page.getByText('Only crels can be cashed out.')
  await answer.waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  const data = await page.locator('script[type="application/ld+json"]').textContent()
  const { mainEntity } = JSON.parse(data!) as {
    mainEntity: { name: string; acceptedAnswer: { text: string } }[]
  }
  expect(
    mainEntity.find(({ name }) => name === 'Can I exchange points for money?')?.acceptedAnswer.text,
  ).toBe(
    'No. Points are spent in the points shop. Only crels can be cashed out. Where the shop sells crels packs, points buy crels, but never more than your campaigns have earned you.',
  )
  const field = page.getByRole('searchbox', { name: m.faq_search() })
  await field.fill('streak gone')
  await page.getByText(m.faq_count({ count: 1 }), { exact: true }).waitFor({ state: 'attached' })
  await page.getByText('I missed a day. Is my streak gone?').click()
  await page.getByText('Not if you have a freeze').waitFor()
  await field.fill('zzqqx')
  await page.getByRole('heading', { name: m.faq_none({ q: 'zzqqx' }) }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('the type of an error leads to its entry, on the page itself and from within', async () => {
  const { body } = await site.server.inject({ url: '/api/v1/wallet' })
  const { type } = JSON.parse(body) as { type: string }
  expect(type).toBe(`${site.origin}/docs/api#unauthenticated`)
  const { page, context, consoleErrors } = await visitAs(await createMember(site), paths.docs, {
    viewport: 'desktop',
  })
  await page
    .getByRole('main')
    .getByRole('link', { name: new RegExp(`^${m.pages_docs_api()}`) })
    .click()
  await page.locator('#dailyCheckIn').waitFor()
  await page.goto(type)
  const entry = page.getByRole('heading', { name: 'unauthenticated', exact: true })
  await expect.poll(async () => await isInSight(entry.boundingBox())).toBe(true)
  const example = page.locator('[data-endpoint]', { has: page.locator('#listEarnings') })
  await example.getByRole('button', { name: m.common_copy(), exact: true }).click()
  await example.getByRole('button', { name: m.common_copied(), exact: true }).waitFor()
  expect(await page.evaluate(async () => await navigator.clipboard.readText())).toBe(
    'curl "$CRELS/api/v1/earnings" \\\n  -H "Authorization: Bearer $TOKEN"',
  )
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('a legal page is read without scripts; a new version is shown to a member, who agrees, or cashes out without', async () => {
  const reader = await browser.newContext({ baseURL: site.origin, javaScriptEnabled: false })
  const plain = await reader.newPage()
  await plain.goto(paths.doc('privacy'))
  await plain.getByText('This is a template', { exact: false }).waitFor()
  await plain.getByRole('heading', { name: 'Your rights', exact: true }).waitFor()

  const member = await createMember(site)
  const first = await publishTerms('What we agreed on')
  const agreed = await site.server.inject({
    method: 'POST',
    url: '/api/v1/agreements',
    headers: member.headers,
    payload: { agreements: [{ document: 'terms', version: first }] },
  })
  expect(agreed.statusCode, agreed.body).toBe(200)
  await publishTerms('What is new')
  await plain.goto(`${paths.doc('terms')}?version=${first}`)
  await plain.getByText('What we agreed on', { exact: true }).waitFor()
  expect((await plain.goto(`${paths.doc('terms')}?version=2020-01-01`))?.status()).toBe(404)
  await reader.close()

  // Who came without the form of sign-up, as by a provider, says at the first visit how old they are.
  const newcomer = await visitAs(await createMember(site), paths.campaigns)
  await newcomer.page.getByRole('heading', { level: 1, name: m.agreement_heading_first() }).waitFor()
  await newcomer.page.getByText(m.agreement_age({ years: 13 }), { exact: true }).waitFor()
  expect(await accessibilityViolations(newcomer.page)).toEqual([])
  await newcomer.context.close()

  const { page, context, consoleErrors } = await visitAs(member, paths.campaigns)
  await page.getByRole('heading', { level: 1, name: m.agreement_heading_changed() }).waitFor()
  // That they said before.
  expect(await page.getByText(m.agreement_age({ years: 13 })).count()).toBe(0)
  await page.getByText(m.agreement_new({ summary: 'A summary' }), { exact: true }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'cash out', exact: true }).click()
  await page.waitForURL(`**${paths.crels('exchange')}`)
  await page.getByRole('heading', { level: 1, name: m.pages_crels_exchange() }).waitFor()
  await page.goto(paths.campaigns)
  await page.getByRole('button', { name: m.agreement_accept(), exact: true }).click()
  await page.getByRole('heading', { level: 1, name: m.pages_campaigns() }).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
  await page.goto(paths.doc('terms'))
  await page.getByText('What is new', { exact: true }).waitFor()
  await page.keyboard.press('/')
  await page.getByRole('searchbox', { name: m.docs_search_label() }).fill('what is new')
  await page
    .getByRole('list', { name: m.docs_search_results() })
    .getByRole('link', { name: m.pages_docs_terms() })
    .waitFor()
  await page.keyboard.press('Escape')
  expect(await accessibilityViolations(page)).toEqual([])

  // A newcomer reads what they agree to, in room that was there before the answer came.
  await context.clearCookies()
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/v1/public/legal', async (route) => {
    await held
    await route.fallback()
  })
  await page.goto(paths.signup)
  const below = page.getByRole('link', { name: 'Sign in', exact: true }).last()
  await below.waitFor()
  await page.evaluate(() => document.fonts.ready)
  const before = await below.boundingBox()
  const agreement = page.getByText(/^By creating an account/)
  expect(await agreement.isVisible()).toBe(false)
  answer()
  await agreement.waitFor()
  expect(await agreement.textContent()).toBe(
    'By creating an account you agree to the terms of use, and confirm that you’ve read our privacy page and are at least 13 years old.',
  )
  expect(await accessibilityViolations(page)).toEqual([])
  expect(await below.boundingBox()).toEqual(before)
  expect(consoleErrors).toEqual([])
  await context.close()
})

async function publishTerms(en: string): Promise<string> {
  const of = { document: 'terms', texts: { en }, summary: 'A summary' } as const
  const { version } = await inTransaction(
    site.db,
    async (tx) => await publishLegal(tx, testActor, { config: site.config, ...of }),
  )
  // Pages are kept until the process hears of it.
  const shown = async () => (await site.server.inject('/api/v1/public/legal/terms')).json().version
  await expect.poll(shown).toBe(version)
  return version
}

async function isInSight(box: Promise<{ y: number } | null>): Promise<boolean> {
  const y = (await box)?.y ?? -1
  return y >= 0 && y < 800
}
