import { testActor } from '#testing/operators.ts'
import sharp from 'sharp'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { answerRequest, queuedRequests } from '#server/modules/support/public.ts'
import { boxOf } from '#testing/boxes.ts'
import { accessibilityViolations, visit } from '#testing/browser.ts'
import { createMember, mailsTo } from '#testing/members.ts'
import { focusedName } from './keyboard.ts'
import { browser, openSite, site, visitAs } from './site.fixture.ts'

openSite()

const waiting = { timeout: 30_000 }
const text = 'My link shows an error since this morning.'
const send = async (page: Page) => await page.getByRole('button', { name: 'Send message' }).click()
const png = async () =>
  await sharp({ create: { width: 60, height: 40, channels: 3, background: '#00ff00' } })
    .png()
    .toBuffer()
const choose = async (page: Page, name: string, buffer: Buffer, mimeType = 'image/png') =>
  await page.locator('input[type=file]').first().setInputFiles({ name, mimeType, buffer })

test('a visitor writes: mistakes are named, a failure and a reload lose nothing, one request arrives', async () => {
  const email = 'visitor@example.com'
  const { page, context, consoleErrors } = await visit(browser, site.origin, { expectedStatuses: [422] })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/help?ref=ORDER-9')
  await page.getByRole('heading', { level: 1, name: 'Help' }).waitFor()

  await send(page)
  await page.getByText('Choose a topic.').waitFor()
  await page.getByText('Enter your e-mail address').waitFor()
  await page.getByText('Write a few words').waitFor()
  await expect.poll(async () => await focusedName(page), waiting).toBe('What is it about?')
  expect(await accessibilityViolations(page)).toEqual([])

  await page.getByLabel('What is it about?').selectOption('Something does not work')
  await page.getByLabel('Your e-mail address').fill(email)
  await page.getByLabel('Your message').fill(text)
  await page.reload()
  await expect.poll(async () => await page.getByLabel('Your message').inputValue(), waiting).toBe(text)
  expect(await page.getByLabel('Your e-mail address').inputValue()).toBe(email)
  await page.getByText('ORDER-9', { exact: true }).waitFor()

  // No picture by its name, refused here; none by its bytes, refused by the server.
  await choose(page, 'notes.txt', Buffer.from('notes'), 'text/plain')
  await page.getByText('notes.txt isn’t a JPEG, PNG or WebP picture.').waitFor()
  await choose(page, 'broken.png', Buffer.from('not a picture'))
  await send(page)
  await page.getByRole('alert').filter({ hasText: 'broken.png' }).waitFor()
  expect(await page.getByLabel('Your message').inputValue()).toBe(text)
  await page.getByRole('button', { name: 'Remove broken.png' }).click()
  await choose(page, 'screen.png', await png())
  await page.getByRole('img', { name: 'screen.png' }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])

  await context.setOffline(true)
  await send(page)
  await page.getByText('your message may not have arrived').waitFor(waiting)
  expect(await page.getByLabel('Your message').inputValue()).toBe(text)
  await context.setOffline(false)
  consoleErrors.length = 0
  await page.getByRole('button', { name: 'Send message' }).dblclick()
  await page.getByRole('heading', { name: 'Message sent' }).waitFor(waiting)
  await expect.poll(async () => await focusedName(page), waiting).toBe('Message sent')
  expect(await accessibilityViolations(page)).toEqual([])

  const { rows } = await queuedRequests(site.db, { state: 'open', limit: 100 })
  const mine = rows.filter(({ asker }) => asker === email)
  expect(mine).toMatchObject([{ topic: 'technical', messages: 1 }])
  expect(await mailsTo(site, email)).toHaveLength(1)
  await page.getByRole('button', { name: 'Write another message' }).click()
  expect(await page.getByLabel('Your message').inputValue()).toBe('')
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('a member finds the answer beneath the form and replies by keyboard', async () => {
  const member = await createMember(site)
  const { page, context, consoleErrors } = await visitAs(member)
  await page.goto('/help?topic=payout')
  await page.getByText(`We’ll answer at ${member.email}.`).waitFor()
  expect(await page.getByLabel('Your e-mail address').count()).toBe(0)
  await page.getByLabel('Your message').fill(text)
  await send(page)
  const card = page.getByRole('article', { name: /^Request .+: Payout$/ })
  await card.getByText('Waiting for an answer').waitFor()

  const { rows } = await queuedRequests(site.db, { state: 'open', limit: 100 })
  const request = rows.find(({ asker }) => asker === member.uid)
  const answer = { request: request!.id, text: 'It works again.' }
  await site.db
    .transaction()
    .execute(async (tx) => await answerRequest(tx, testActor, answer, site.supportDeps))
  // By the stream, without a reload.
  await card.getByText('It works again.').waitFor(waiting)
  await card.getByText('Answered').waitFor()
  expect(await page.content()).not.toContain('Olga')

  await card.getByRole('button', { name: 'Reply' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(async () => await focusedName(page), waiting).toBe('Your reply')
  await page.keyboard.type('Thank you, it does.')
  expect(await accessibilityViolations(page)).toEqual([])
  await card.getByRole('button', { name: 'Send reply' }).focus()
  await page.keyboard.press('Enter')
  await card.getByText('Thank you, it does.').waitFor()
  await expect.poll(async () => await focusedName(page), waiting).toBe('Reply')
  await card.getByText('Waiting for an answer').waitFor()

  // As its notification leads there, the answer stands above the form.
  await page.goto('/help?view=answers')
  await page.getByRole('heading', { name: 'Write to us' }).waitFor()
  await card.waitFor()
  const below = (await boxOf(page.getByLabel('Your message'))).y
  expect((await boxOf(card)).y).toBeLessThan(below)
  expect(await accessibilityViolations(page)).toEqual([])
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('who opens the link of an answer signed out is asked to sign in first, and can write all the same', async () => {
  const { page, context, consoleErrors } = await visit(browser, site.origin)
  await page.goto('/help?view=answers')
  const signIn = page.getByRole('main').getByRole('link', { name: 'Sign in', exact: true })
  await signIn.waitFor()
  const form = await boxOf(page.getByLabel('Your e-mail address'))
  expect((await boxOf(signIn)).y).toBeLessThan(form.y)
  await page.getByRole('heading', { name: 'Write to us' }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  const to = new URL((await signIn.getAttribute('href'))!, site.origin)
  expect(to.searchParams.get('redirect')).toBe('/help?view=answers')
  // Who did not come for an answer is asked nothing.
  await page.goto('/help')
  await page.getByLabel('Your e-mail address').waitFor()
  expect(await signIn.count()).toBe(0)
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('whose session cannot be read writes as a visitor', async () => {
  const { page, context } = await visitAs(await createMember(site))
  await page.route('**/identity/refresh', (route) => route.fulfill({ status: 503, body: '' }))
  await page.goto('/help')
  await page.getByLabel('Your e-mail address').waitFor(waiting)
  await context.close()
})
