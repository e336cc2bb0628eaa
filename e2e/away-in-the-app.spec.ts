import { setTimeout as delay } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createApp, type App } from '#server/app.ts'
import { migrate } from '#server/platform/migrate.ts'
import { paths } from '#contracts/paths.ts'
import { closeVisits, openBrowser, visit } from '#testing/browser.ts'
import { createCampaign } from '#testing/campaigns.ts'
import { testConfig } from '#testing/config.ts'
import { freePort } from '#testing/free-port.ts'
import { createMember } from '#testing/members.ts'
import { startStoppablePostgres, type StoppablePostgres } from '#testing/stoppable-postgres.ts'

let postgres: StoppablePostgres
let app: App
let origin: string
let browser: Browser
beforeAll(async () => {
  postgres = await startStoppablePostgres()
  await migrate(postgres.url)
  const port = await freePort()
  origin = `http://localhost:${port}`
  const config = testConfig(postgres.url, { host: '127.0.0.1', port, publicOrigin: origin })
  app = await createApp(config, pino({ level: 'silent' }), { webDir: inject('webDir') })
  await app.jobs.install()
  await app.listen()
  browser = await openBrowser()
})
afterAll(async () => {
  await closeVisits(browser)
  await app.close()
  await postgres.remove()
})

test.each(['by hand', 'by itself'])(
  'a member with the app open sees what did not load, stays signed in, and goes on %s, without a reload',
  async (how) => {
    const member = await createMember(app)
    const campaign = await createCampaign(app)
    const { page, context, consoleErrors } = await visit(browser, origin, {
      expectedStatuses: [503],
      withServiceWorker: true,
    })
    const [name, value] = member.cookie.split('=') as [string, string]
    await context.addCookies([{ name, value, url: origin, httpOnly: true, sameSite: 'Strict' }])
    await page.goto('/')
    await page.getByRole('link', { name: 'Campaigns' }).first().waitFor()
    await page.evaluate(() => Object.assign(window, { notReloaded: true }))
    // Else the app may be sooner than the hand.
    if (how === 'by hand')
      await page.route('**/readyz', async (route) => await route.fulfill({ status: 503 }))

    await postgres.crash()
    await page.getByRole('link', { name: 'Campaigns' }).first().click()
    await page.waitForURL(`**${paths.campaigns}`)
    const alert = page.getByRole('alert').filter({ hasText: 'We cannot answer right now' }).first()
    await alert.waitFor()

    await postgres.start()
    await expect.poll(async () => (await fetch(`${origin}/readyz`)).status).toBe(200)
    await delay(200)
    if (how === 'by hand') await alert.getByRole('button', { name: 'Try again' }).click()
    await page.getByText(campaign.title).first().waitFor()
    expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true)
    expect(consoleErrors).toEqual([])
  },
)
