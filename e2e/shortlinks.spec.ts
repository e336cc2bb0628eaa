import { sql } from 'kysely'
import type { Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessibilityViolations } from '#testing/browser.ts'
import { createMember } from '#testing/members.ts'
import { networkQuiet } from '#testing/network.ts'
import { countTaps } from '#testing/taps.ts'
import { openSite, site, visitAs } from './site.fixture.ts'

openSite()

test('a link is made from one field, another with a code of one’s own; it is changed, switched off and removed', async () => {
  const member = await createMember(site)
  const { page, consoleErrors } = await visitAs(member, '/shortlinks')
  await page.getByText('No links yet').waitFor()
  const address = page.getByRole('textbox', { name: 'Where should it lead?' })
  await address.fill('shop.example/mug')
  await address.press('Enter')
  const row = page.getByRole('listitem').filter({ hasText: 'shop.example/mug' })
  await row.getByRole('button', { name: 'Copy' }).waitFor()
  // The result is where the form was, and has the focus.
  const made = page.getByRole('heading', { level: 2, name: /\/s\/[2-9a-z]{7}$/ })
  await made.waitFor()
  expect(await made.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await address.count()).toBe(0)
  await page.getByRole('button', { name: 'Test it' }).click()
  await page.getByText('The link is on').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Make another' }).click()
  await expect.poll(() => address.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await address.inputValue()).toBe('')

  // Unsafe: why, at the field.
  await address.fill('javascript:alert(1)')
  await page.getByRole('button', { name: 'Shorten' }).click()
  await page.getByText('A link can lead to https and http addresses only.').waitFor()

  // Taken: what is free.
  const headers = { authorization: member.headers.authorization }
  const payload = { destinationUrl: 'https://shop.example/', code: 'autumn' }
  await site.server.inject({ method: 'POST', url: '/api/v1/shortlinks', headers, payload })
  await address.fill('shop.example/autumn')
  await page.getByRole('button', { name: 'More options' }).click()
  // Said while it is typed, before anything is sent.
  const code = page.getByRole('textbox', { name: 'Your own code' })
  await code.fill('autumn')
  await page.getByRole('status').filter({ hasText: 'This code is taken.' }).waitFor()
  expect(await code.getAttribute('aria-invalid')).toBe('true')
  // Folded until opened, by keyboard too.
  const utm = page.getByRole('button', { name: 'Campaign parameters (UTM)' })
  expect(await page.getByRole('textbox', { name: 'Source' }).count()).toBe(0)
  await utm.press('Enter')
  expect(await utm.getAttribute('aria-expanded')).toBe('true')
  await page.getByRole('textbox', { name: 'Source' }).fill('news')
  await page.getByText('https://shop.example/autumn?utm_source=news').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  // The refusal comes when another code is chosen already: it is not said of that one.
  const chosen = Promise.withResolvers<void>()
  const refusal = page.waitForResponse((response) => response.request().method() === 'POST')
  const held = async (route: Route) => {
    await chosen.promise
    await route.continue()
  }
  await page.route('**/api/v1/shortlinks', held, { times: 1 })
  await page.getByRole('button', { name: 'Shorten' }).click()
  await page.getByRole('button', { name: 'autumn-2', exact: true }).click()
  chosen.resolve()
  await refusal
  await page.getByRole('status').filter({ hasText: 'autumn-2 is free' }).waitFor()
  await page.getByRole('button', { name: 'Shorten' }).click()
  // Above the button that was pressed, and seen all the same.
  const own = page.getByRole('heading', { level: 2, name: /\/s\/autumn-2$/ })
  await expect
    .poll(() => own.evaluate((element) => element.getBoundingClientRect().top))
    .toBeGreaterThanOrEqual(0)
  const second = page.getByRole('listitem').filter({ hasText: '/s/autumn-2' })
  await second.getByRole('link').click()

  await page.waitForURL('**/shortlinks?link=lnk_*')
  // The list says it too, for as long as it takes to leave.
  await page
    .getByText(/\/s\/autumn-2$/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'QR code' }).click()
  const qr = page.getByRole('img', { name: /QR code of .*\/s\/autumn-2/ })
  await expect
    .poll(() => qr.evaluate((image: HTMLImageElement) => image.naturalWidth), { timeout: 20_000 })
    .toBeGreaterThan(0)
  const [picture] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save PNG' }).click(),
  ])
  expect(picture.suggestedFilename()).toBe('autumn-2.png')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Check it now' }).click()
  await page.getByText('The link is on').waitFor()
  await page.getByText('No visit has counted in seven days').waitFor()
  // One is set: they are open.
  expect(await page.getByRole('textbox', { name: 'Source' }).inputValue()).toBe('news')
  // A refusal is said of what was sent: not of a field that is corrected.
  const leadsTo = page.getByRole('textbox', { name: 'Where should it lead?' })
  const before = await leadsTo.inputValue()
  await leadsTo.fill('javascript:alert(1)')
  await page.getByRole('button', { name: 'Save' }).click()
  const refused = page.getByText('A link can lead to https and http addresses only.')
  await refused.waitFor()
  await leadsTo.fill(before)
  await refused.waitFor({ state: 'detached' })
  await page.getByRole('textbox', { name: 'Title' }).fill('Autumn sale')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { level: 1, name: 'Autumn sale' }).waitFor()
  await page.getByRole('switch', { name: 'The link works' }).click()
  await page.getByText('This link is off.').waitFor()
  expect(await page.getByRole('button', { name: 'Share' }).count()).toBe(0)
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Turn it on' }).click()
  await page.getByRole('status').filter({ hasText: 'The link works again.' }).waitFor()

  // Ended, it gets a new end at one press; banned, it says who did it and where to ask.
  const link = new URL(page.url()).searchParams.get('link')
  await sql`update link set expires_at = crels_now() - interval '1 day' where id = ${link}`.execute(site.db)
  await page.reload()
  await page.getByText(/This link ended on/).waitFor()
  await page.getByRole('button', { name: '30 more days' }).click()
  await page.getByText(/This link ended on/).waitFor({ state: 'detached' })
  const ends = page.getByLabel('Ends on')
  const end = await ends.inputValue()
  expect(end).not.toBe('')
  // Typed by half it is no wish that the link never ends.
  await ends.press('Backspace')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Enter a complete date and time').waitFor()
  await expect.poll(() => ends.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.getByRole('link', { name: 'All links' }).click()
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' })
  await leaving.getByRole('button', { name: 'Cancel' }).click()
  await leaving.waitFor({ state: 'detached' })
  await ends.fill(end)
  await page.getByText('Enter a complete date and time').waitFor({ state: 'detached' })
  await sql`update link set state = 'banned' where id = ${link}`.execute(site.db)
  await page.reload()
  await page.getByText('We turned this link off').waitFor()
  await page.getByRole('link', { name: 'Ask about it' }).waitFor()
  expect(await page.getByRole('button', { name: /Copy|QR code/ }).count()).toBe(0)
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Remove this link' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove this link' }).click()
  await page.getByRole('heading', { level: 1, name: 'Short links' }).waitFor()
  await second.waitFor({ state: 'detached' })
  expect(consoleErrors.filter((text) => !text.includes('422') && !text.includes('409'))).toEqual([])
})

test('a link with a code of one’s own takes five taps from home, typing aside', async () => {
  const { page, context, consoleErrors } = await visitAs(await createMember(site), '/')
  const taps = await countTaps(page)
  await page.getByRole('navigation').getByRole('link', { name: 'Links' }).click()
  await page.getByRole('textbox', { name: 'Where should it lead?' }).click()
  await page.keyboard.type('shop.example/tea')
  await page.getByRole('textbox', { name: 'Your own code' }).click()
  await page.keyboard.type('my-tea')
  await page.getByRole('button', { name: 'Shorten' }).click()
  const made = page.getByRole('heading', { level: 2, name: /\/s\/my-tea$/ })
  await made.waitFor()
  const card = page.locator(':has(> div > h2)').filter({ has: made })
  await card.getByRole('button', { name: 'Copy' }).click()
  await card.getByRole('button', { name: 'Copied' }).waitFor()
  expect(taps()).toBe(5)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${site.origin}/s/my-tea`)
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('a double press makes one link, and leaves no row that waits', async () => {
  const { page, context, consoleErrors } = await visitAs(await createMember(site), '/shortlinks')
  await page.getByText('No links yet').waitFor()
  await page.getByRole('textbox', { name: 'Where should it lead?' }).fill('shop.example/twice')
  // Both before the first is drawn.
  await page.getByRole('button', { name: 'Shorten' }).evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  await page.getByText('Ready to share').waitFor()
  const rows = page.getByRole('listitem').filter({ hasText: 'shop.example/twice' })
  await rows.getByRole('button', { name: 'Copy' }).first().waitFor()
  await networkQuiet(page)
  expect(await rows.count()).toBe(1)
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('many links are made from a file, or none and what is wrong with each row', async () => {
  const { page, consoleErrors } = await visitAs(await createMember(site), '/shortlinks')
  await page.getByRole('button', { name: 'Create in bulk' }).click()
  // The system's own window for a file is closed: the dialog stays.
  await page.getByLabel('Your file').dispatchEvent('cancel', { bubbles: true })
  const choose = async (text: string) =>
    await page.getByLabel('Your file').setInputFiles({
      name: 'links.csv',
      mimeType: 'application/vnd.ms-excel',
      buffer: Buffer.from(text),
    })
  await choose('destinationUrl,code\nhttps://shop.example/1,file-1\nhttp://10.0.0.1/,file-2\n')
  await page.getByRole('button', { name: 'Create links' }).click()
  await page.getByText('Line 3, destinationUrl: This address cannot be reached by everyone.').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await choose('destinationUrl,code\nhttps://shop.example/1,file-1\nhttps://shop.example/2,file-2\n')
  await page.getByRole('button', { name: 'Create links' }).click()
  await page.getByText('Links created: 2').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('listitem').filter({ hasText: '/s/file-2' }).waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('crels-links.csv')
  expect(consoleErrors).toEqual([])
})
