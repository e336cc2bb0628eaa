import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { consoleHref } from '#contracts/console-routes.ts'
import { mailsTo } from '#testing/members.ts'
import { codeOf } from '#testing/second-factors.ts'
import { expectAccessible, expectToFit, openScreen, visitConsole } from './console.fixture.ts'
import { openSite, site } from './site.fixture.ts'

openSite()

const answer = 'What nobody has saved yet'

/** Types an answer, leaves the desk over an open dialog, and comes back when the session has ended. */
async function writeUntilItEnds(page: Page, operatorId: string): Promise<string[]> {
  await page.clock.install()
  await openScreen(page, 'newFaqEntry')
  await page.getByLabel('Answer in English').fill(answer)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox', { name: 'Search' }).fill('answers')
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  // Not by being idle: a request under way would be a use after that.
  await sql`
    update operator_session set created_at = now() - interval '13 hours', last_used_at = now()
    where operator_id = ${operatorId}`.execute(site.db)
  // What waits is asked for each minute, and keeps no session alive.
  await expect
    .poll(async () => {
      await page.clock.runFor(61_000)
      return await page.getByText('Your session has ended.').isVisible()
    })
    .toBe(true)
  return requests
}

async function signIn(page: Page, { email, secret }: { email: string; secret: string }): Promise<void> {
  await page.getByLabel('E-mail address').fill(email)
  await page.keyboard.press('Enter')
  await page.getByText('we sent a code').waitFor()
  await expect.poll(async () => (await mailsTo(site, email))[0]?.code).toMatch(/^\d{6}$/)
  await page.getByLabel('Code from the e-mail').fill((await mailsTo(site, email))[0]!.code!)
  await page.getByLabel('Code from your authenticator app').fill(codeOf({ secret }))
  await page.keyboard.press('Enter')
}

test('what was typed when the session ends is out of sight, and there once the same operator has signed in', async () => {
  const olga = await visitConsole('owner', 'Olga', { expectedStatuses: [401] })
  const { page, context, consoleErrors, operatorId } = olga
  const requests = await writeUntilItEnds(page, operatorId)

  // Nothing of it is seen, read, printed or pressed.
  await expectAccessible(page)
  await expectToFit(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  for (const text of ['FAQ', 'Olga', 'answers']) {
    expect(await page.getByText(text).filter({ visible: true }).count(), text).toBe(0)
  }
  expect(await page.getByRole('navigation').count()).toBe(0)
  expect(await page.getByRole('textbox').count()).toBe(1)
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByLabel('Answer in English').isVisible()).toBe(false)
  await page.emulateMedia({ media: 'screen' })
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.getByText('Your session has ended.').waitFor()
  // Nobody is signed in, and nothing is asked for.
  expect(requests).toContain('/api/v1/operator/home')
  requests.length = 0
  await page.clock.runFor(5 * 60_000)
  expect(requests).toEqual([])

  await signIn(page, olga)
  // The dialog that was open is open still, and has the focus.
  const search = page.getByRole('dialog').getByRole('combobox', { name: 'Search' })
  await expect.poll(async () => await search.inputValue()).toBe('answers')
  expect(await search.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.press('Escape')
  expect(await page.getByLabel('Answer in English').inputValue()).toBe(answer)
  // What it had asked for has been answered.
  await page.getByRole('navigation').getByText('Olga').waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('of what one operator typed another who signs in after them sees nothing', async () => {
  const max = await visitConsole('manager', 'Max')
  await max.context.close()
  const { page, context, consoleErrors, operatorId } = await visitConsole('owner', 'Ona', {
    expectedStatuses: [401],
  })
  await writeUntilItEnds(page, operatorId)
  await signIn(page, max)
  await page.waitForURL((url) => url.pathname === consoleHref('home'))
  await page.getByRole('navigation').getByText('Max').waitFor()
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
  await page.goBack()
  await page.getByRole('navigation').getByText('Max').waitFor()
  expect(await page.content()).not.toContain(answer)
  expect(consoleErrors).toEqual([])
  await context.close()
})
