import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { m } from '#messages'
import type { Language } from '#contracts/languages.ts'
import { inLanguage } from '#server/platform/language.ts'
import { visit } from '#testing/browser.ts'
import { createMember } from '#testing/members.ts'
import { visit as ask } from '#testing/visits.ts'
import { browser, openSite, site, visitAs } from './site.fixture.ts'

openSite()

const choiceOf = (page: Page, name: string) =>
  page
    .getByRole('group', { name: m.layout_language(), exact: true })
    .getByRole('button', { name, exact: true })
const said = (language: Language, text: () => string): string => inLanguage(language, text)

test('a visitor changes the language where they are, by its own name, and it stays', async () => {
  const { page, consoleErrors } = await visit(browser, site.origin)
  await page.goto('/login?redirect=/points')
  await choiceOf(page, 'Español').click()
  await page.waitForFunction(() => document.documentElement.lang === 'es')
  expect(page.url()).toBe(`${site.origin}/login?redirect=/points`)
  const group = page.getByRole('group', { name: said('es', m.layout_language), exact: true })
  expect(await group.getByRole('button', { pressed: true }).innerText()).toBe('Español')
  expect(await page.locator('html').getAttribute('lang')).toBe('es')
  expect(consoleErrors).toEqual([])
})

test('a press before the scripts run, or without any, changes the language where one reads', async () => {
  const context = await browser.newContext({ baseURL: site.origin, javaScriptEnabled: false })
  const page = await context.newPage()
  for (const path of ['/faq', '/docs/get-started']) {
    await context.clearCookies()
    await page.goto(path)
    await choiceOf(page, 'Deutsch').click()
    await page.waitForURL(`${site.origin}${path}`)
    expect(await page.locator('html').getAttribute('lang'), path).toBe('de')
  }
  await context.close()
})

test('an address that begins as another site’s leads to none', async () => {
  for (const path of ['//evil.example', '/\\evil.example']) {
    const { headers } = await ask(site.origin, `${path}?language=de`)
    expect(headers['location'], path).toBe('/evil.example')
  }
})

test('by keyboard it changes when it is said, not on the way there', async () => {
  const { page, consoleErrors } = await visit(browser, site.origin)
  await page.goto('/login')
  await choiceOf(page, 'English').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  expect(await page.locator(':focus').innerText()).toBe('Deutsch')
  expect(await page.locator('html').getAttribute('lang')).toBe('en')
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => document.documentElement.lang === 'de')
  expect(consoleErrors).toEqual([])
})

test('something unsaved is asked about; who keeps it stays in the language that the switch shows', async () => {
  const { page, consoleErrors } = await visit(browser, site.origin)
  await page.goto('/signup')
  const password = page.getByLabel(m.auth_password(), { exact: true })
  await password.fill('correct horse')
  page.once('dialog', (dialog) => void dialog.dismiss())
  const asked = page.waitForEvent('dialog')
  await choiceOf(page, 'Español').click()
  expect((await asked).message()).toBe(m.layout_language_unsaved())
  expect(await choiceOf(page, 'English').getAttribute('aria-pressed')).toBe('true')
  expect(await password.inputValue()).toBe('correct horse')
  expect(consoleErrors).toEqual([])
})

test('a member’s choice is the account’s: another browser takes it', async () => {
  const member = await createMember(site)
  const first = await visitAs(member, '/profile')
  await choiceOf(first.page, 'Deutsch').click()
  await first.page.waitForFunction(() => document.documentElement.lang === 'de')
  await first.page
    .getByRole('heading', { name: said('de', m.pages_profile), exact: true, level: 1 })
    .waitFor()
  const other = await visitAs(member, '/points')
  await other.page.waitForFunction(() => document.documentElement.lang === 'de')
  await other.page.getByRole('heading', { name: said('de', m.pages_points), exact: true, level: 1 }).waitFor()
  expect(new URL(other.page.url()).pathname).toBe('/points')
  expect([...first.consoleErrors, ...other.consoleErrors]).toEqual([])
})

test('a time zone is called in the language, not by the English name of a city', async () => {
  const { page, consoleErrors } = await visitAs(await createMember(site), '/profile')
  await choiceOf(page, 'Español').click()
  await page.waitForFunction(() => document.documentElement.lang === 'es')
  await page.goto('/points/daily-check-in')
  await page.getByText(/^Se reinicia a medianoche \(hora de Europa occidental\)/).waitFor()
  expect(consoleErrors).toEqual([])
})
