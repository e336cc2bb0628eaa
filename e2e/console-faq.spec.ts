import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { m } from '#messages'
import { accessibilityViolations, visit } from '#testing/browser.ts'
import { expectAccessible, expectNothingToPress, openScreen, visitConsole } from './console.fixture.ts'
import { browser, openSite, site } from './site.fixture.ts'

openSite()

const why = 'Why, for your colleagues'
const save = async (page: Page, reason: string, button: string) => {
  await page.getByLabel(why).fill(reason)
  await page.getByRole('button', { name: button, exact: true }).click()
}
/** Confirms an act in its dialog. */
const confirm = async (page: Page, name: string) => {
  await page.getByRole('button', { name, exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name })
  await dialog.getByLabel(why).fill('A test')
  await dialog.getByRole('button', { name, exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}
const noSidewaysScroll = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false)

test('a question is edited, is read by visitors with and without scripts, retired, undone and taken again', async () => {
  const { page, context, consoleErrors } = await visitConsole('manager', 'Mia')
  await openScreen(page, 'faq')
  await page.getByText('0 edited or added here, 0 retired').waitFor()
  await page.getByLabel('Find a question').fill('cost')
  await page.getByRole('link', { name: 'Does it cost anything?' }).click()
  await page.getByText('It was never changed here.').waitFor()
  await page.getByText('The only fee is for cashing out').waitFor()
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByText('Nothing is changed yet.').waitFor()
  await page.getByLabel('Question in English').fill('What does <script>alert(1)</script> cost?')
  await page.getByLabel('Answer in English').fill('Nothing but **{exchange.tiers[0].fee}**: [more](/docs).')
  await page.getByText('Nothing but 5%: more.').waitFor()
  await page.getByLabel('Answer in German').fill('Kostet {nichts.davon}.')
  await page.getByText('These names stand for no number: {nichts.davon}').waitFor()
  await save(page, 'Clearer', 'Save')
  await page.getByText('{nichts.davon} stands for no number').first().waitFor()
  await page.getByLabel('Question in German').fill('')
  await page.getByLabel('Answer in German').fill('')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('The question is saved').waitFor()
  await page.getByText('Not written: English is shown.').waitFor()
  await page
    .getByText('Changed: question in English, answer in English, question in German, answer in German')
    .waitFor()
  await expectAccessible(page)

  const visitor = await visit(browser, site.origin)
  await visitor.page.goto('/faq#cost')
  const answer = visitor.page.locator('#cost')
  await answer.getByText('Nothing but 5%').waitFor()
  await answer.getByRole('heading', { name: 'What does <script>alert(1)</script> cost?' }).waitFor()
  await answer.getByRole('link', { name: 'more' }).click()
  await visitor.page.waitForURL('**/docs')
  await visitor.page.getByRole('heading', { level: 1, name: m.pages_docs() }).waitFor()
  await visitor.page.keyboard.press('/')
  await visitor.page.getByRole('searchbox', { name: m.docs_search_label() }).fill('nothing but')
  const result = visitor.page.getByRole('dialog').getByRole('link', { name: 'What does <script>' })
  expect(await result.getAttribute('href')).toBe('/faq#cost')
  // From within the app too, opened at its address.
  await result.click()
  await visitor.page.waitForURL('**/faq#cost')
  await answer.getByText('Nothing but 5%').waitFor()
  await visitor.page.getByRole('searchbox').fill('nothing but')
  await expect.poll(() => visitor.page.locator('details:visible').count()).toBe(1)
  await answer.getByRole('button', { name: 'Copy link' }).click()
  await answer.getByRole('button', { name: 'Copied' }).waitFor()
  const reader = await browser.newContext({ baseURL: site.origin, javaScriptEnabled: false, locale: 'de' })
  const plain = await reader.newPage()
  await plain.goto('/faq')
  await plain.locator('#cost[lang=en]').getByRole('heading').click()
  await plain.getByText('Nothing but 5%').waitFor()

  await confirm(page, 'Retire')
  await page.getByRole('button', { name: 'Show again' }).waitFor()
  await plain.reload()
  expect(await plain.locator('#cost').count()).toBe(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Retire', exact: true }).waitFor()
  await plain.reload()
  await plain.locator('#cost').waitFor()
  await confirm(page, 'Text of Crels')
  await page.getByRole('heading', { level: 1, name: 'Does it cost anything?' }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await page.getByRole('heading', { level: 1, name: 'What does <script>' }).waitFor()
  // But for what was refused on purpose.
  expect(consoleErrors.filter((text) => !text.includes('status of 422'))).toEqual([])
  expect(visitor.consoleErrors).toEqual([])
  await Promise.all([context.close(), visitor.context.close(), reader.close()])
})

test('a question is added with a long answer and put first in its topic, on a phone too', async () => {
  const { page, context, consoleErrors } = await visitConsole('manager', 'Mo')
  await openScreen(page, 'newFaqEntry')
  await page.getByLabel('Topic').selectOption('points')
  await page.getByLabel('Question in English').fill('Is there an app?')
  expect(await page.getByLabel('Place').inputValue()).toBe('is-there-an-app')
  const long = `${'Words without an end. '.repeat(900)}${'x'.repeat(190)} end`
  await page.getByLabel('Answer in English').fill(long)
  await save(page, 'Asked often', 'Add it')
  await page.getByText('The question is on the page').waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  await noSidewaysScroll(page)
  await openScreen(page, 'editFaqEntry', '', { slug: 'is-there-an-app' })
  await noSidewaysScroll(page)
  await openScreen(page, 'faq')
  await noSidewaysScroll(page)
  const topic = page.getByRole('region', { name: 'Points and rewards', exact: true })
  await topic.getByRole('button', { name: 'Change the order' }).click()
  const up = topic.getByRole('button', { name: 'Move up: Is there an app?' })
  while (await up.isEnabled()) await up.click()
  await noSidewaysScroll(page)
  await expectAccessible(page)
  await confirm(page, 'Save the order')
  await expect.poll(() => topic.getByRole('link').first().innerText()).toBe('Is there an app?')
  const visitor = await visit(browser, site.origin)
  await visitor.page.goto('/faq')
  const points = visitor.page.locator('section[aria-labelledby=points] details')
  expect(await points.first().getAttribute('id')).toBe('is-there-an-app')
  await points.first().click()
  for (const width of [390, 1280]) {
    await visitor.page.setViewportSize({ width, height: 844 })
    await noSidewaysScroll(visitor.page)
    expect(await accessibilityViolations(visitor.page, { isAgain: width > 390 })).toEqual([])
  }
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => topic.getByRole('link').last().innerText()).toBe('Is there an app?')
  expect([consoleErrors, visitor.consoleErrors]).toEqual([[], []])
  await Promise.all([context.close(), visitor.context.close()])
})

test('of two who edit one question the second sees what the first wrote, and loses nothing', async () => {
  const [mia, max] = [await visitConsole('manager', 'Mia'), await visitConsole('manager', 'Max')]
  for (const { page } of [mia, max]) {
    await openScreen(page, 'editFaqEntry', '', { slug: 'followers' })
    await page.getByLabel('Question in English').waitFor()
  }
  await mia.page.getByLabel('Question in English').fill('Mia asks?')
  await save(mia.page, 'Hers', 'Save')
  await mia.page.getByText('The question is saved').waitFor()
  await max.page.getByLabel('Question in English').fill('Max asks?')
  await save(max.page, 'His', 'Save')
  await max.page
    .getByText(
      /Someone else changed this question in the meantime\. Your change was not saved\. Mia did faq\.edit/,
    )
    .waitFor()
  await max.page.getByText('English: Mia asks?').click()
  expect(await max.page.getByLabel('Question in English').inputValue()).toBe('Max asks?')
  await expectAccessible(max.page)
  await max.page.getByRole('button', { name: 'Save over theirs' }).click()
  await max.page.getByRole('heading', { level: 1, name: 'Max asks?' }).waitFor()
  const theirs = max.page.getByRole('listitem').filter({ hasText: 'Mia asks?' })
  await theirs.getByRole('button', { name: 'Restore this version' }).waitFor()
  await Promise.all([mia.context.close(), max.context.close()])
})

test.each(['read-only', 'support'] as const)('%s reads it and has nothing to press', async (role) => {
  const { page, context, consoleErrors } = await visitConsole(role, 'Rae')
  await openScreen(page, 'faq')
  await expectNothingToPress(page.getByRole('main'))
  await openScreen(page, 'faqEntry', '', { slug: 'no-mail' })
  await page.getByText('Look in the spam folder first.').waitFor()
  await expectNothingToPress(page.getByRole('main'))
  await page.goto('/console/faq/no-mail/edit')
  await page.getByText('Your role does not include this').waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})
