import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { m } from '#messages'
import { matchPage } from '#contracts/page-routes.ts'
import { paths } from '#contracts/paths.ts'
import { accessibilityViolations, visit } from '#testing/browser.ts'
import { createMember } from '#testing/members.ts'
import { networkQuiet } from '#testing/network.ts'
import { browser, openSite, site, visitAs } from './site.fixture.ts'

openSite()

const shots = process.env.SHOTS
const offer = (page: Page) => page.getByRole('region', { name: m.install_heading() })

/**
 * As Chromium says that the page can be installed, once its scripts are there; what is asked is counted, and answered
 * so.
 */
async function offerInstall(page: Page, outcome: 'accepted' | 'dismissed'): Promise<void> {
  await page.waitForFunction((outcome) => {
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => {
        Object.assign(window, { timesAsked: ((window as { timesAsked?: number }).timesAsked ?? 0) + 1 })
        return { outcome }
      },
    })
    // Not prevented, the browser would ask by itself.
    return !dispatchEvent(event)
  }, outcome)
}

test('the app is proposed after the first reward, not within 30 days of "Not now", and no more once it is there', async () => {
  const member = await createMember(site)
  const { page, context, consoleErrors } = await visitAs(member, paths.home)
  const history = page.waitForResponse('**/api/v1/points/history?limit=1')
  await offerInstall(page, 'accepted')
  await history
  await networkQuiet(page)
  expect(await offer(page).count()).toBe(0)

  await page.getByRole('button', { name: m.check_in_home_button() }).click()
  await offer(page).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  if (shots) await page.screenshot({ path: `${shots}/install-phone.png` })
  await offer(page).getByRole('button', { name: m.install_later(), exact: true }).click()
  await offer(page).waitFor({ state: 'detached' })

  await page.goto(paths.profile)
  await offerInstall(page, 'accepted')
  // Who wants it still finds it among their own things.
  await page.getByRole('button', { name: m.profile_install(), exact: true }).waitFor()
  expect(await offer(page).count()).toBe(0)

  const month = 30 * 86_400_000
  await page.evaluate((at) => localStorage.setItem('crels:install-snoozed', String(at)), Date.now() - month)
  await page.goto(paths.points)
  await offerInstall(page, 'accepted')
  await offer(page).getByRole('button', { name: m.install_now(), exact: true }).click()
  await offer(page).waitFor({ state: 'detached' })
  expect(await page.evaluate('timesAsked')).toBe(1)
  // Another event of the browser, and then the app is there, by whatever way.
  await offerInstall(page, 'dismissed')
  await offer(page).waitFor()
  await page.evaluate(() => dispatchEvent(new Event('appinstalled')))
  await offer(page).waitFor({ state: 'detached' })
  // Refused in the browser's own question: that is "Not now" too.
  await offerInstall(page, 'dismissed')
  await offer(page).getByRole('button', { name: m.install_now(), exact: true }).click()
  await offer(page).waitFor({ state: 'detached' })
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('crels:install-snoozed')))
    .toMatch(/^\d{13}$/)
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('Safari on an iPhone shows how to install, unless it is the app; other browsers there show nothing', async () => {
  const member = await createMember(site)
  const { headers } = member
  await site.server.inject({ method: 'POST', url: '/api/v1/gamification/daily-check-in', headers })
  const safari =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1'
  const { page, context, consoleErrors } = await visitAs(member, undefined, { userAgent: safari })
  await page.goto(paths.home)
  await offer(page).getByText(m.install_ios()).waitFor()
  expect(await offer(page).getByRole('button', { name: m.install_now(), exact: true }).count()).toBe(0)
  if (shots) await page.screenshot({ path: `${shots}/install-ios.png` })

  await page.addInitScript(() => Object.assign(navigator, { standalone: true }))
  await page.goto(paths.profile)
  await page.getByRole('button', { name: m.profile_sign_out(), exact: true }).first().waitFor()
  await networkQuiet(page)
  expect(await offer(page).count()).toBe(0)
  expect(await page.getByText(m.profile_install_ios()).count()).toBe(0)
  await context.close()

  const chrome = safari.replace('Version/19.0', 'CriOS/147.0')
  const other = await visitAs(member, paths.home, { userAgent: chrome })
  await other.page.getByRole('heading', { level: 1 }).waitFor()
  await networkQuiet(other.page)
  expect(await offer(other.page).count()).toBe(0)
  expect(consoleErrors).toEqual([])
  await other.context.close()
})

interface Picture {
  src: string
  sizes: string
}
interface WebManifest {
  icons: Picture[]
  screenshots: Picture[]
  shortcuts: { url: string; icons: Picture[] }[]
}

test('Chromium finds the manifest without fault: its pages are pages, its pictures have the size they say', async () => {
  const { page, context } = await visit(browser, site.origin, { withServiceWorker: true })
  await page.goto(paths.faq)
  const devtools = await context.newCDPSession(page)
  const { errors, data = '{}' } = await devtools.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  // A context of a test is incognito, which installs nothing.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])
  const manifest = JSON.parse(data) as WebManifest
  expect(manifest.shortcuts.map(({ url }) => matchPage(url)?.id)).toEqual([
    'dailyCheckIn',
    'crels',
    'campaigns',
    'shortlinks',
  ])
  const pictures = [manifest, ...manifest.shortcuts].flatMap(
    (part) => Object.values(part).flat() as unknown[],
  )
  const sized = pictures.filter((part) => typeof (part as Picture).src === 'string') as Picture[]
  expect(sized.length).toBe(12)
  for (const { src, sizes } of sized.filter(({ sizes }) => sizes !== 'any'))
    expect(
      await page.evaluate(async (src) => {
        const { width, height } = await createImageBitmap(await (await fetch(src)).blob())
        return `${width}x${height}`
      }, src),
      src,
    ).toBe(sizes)
  await context.close()
})

test('what another app shares becomes a short link’s address, after signing in where that comes first', async () => {
  const member = await createMember(site)
  const { page, context, consoleErrors } = await visit(browser, site.origin)
  const shared = new URLSearchParams({ title: 'A mug', text: 'Look: https://shop.example/mug?a=1&b=2.' })
  await page.goto(`${paths.shortlinks}?${shared}`)
  await page.getByRole('main').getByRole('link', { name: m.layout_sign_in(), exact: true }).click()
  await page.getByLabel(m.auth_email()).fill(member.email)
  await page.getByLabel(m.auth_password(), { exact: true }).fill(member.password)
  await page.getByLabel(m.auth_password(), { exact: true }).press('Enter')
  const address = page.getByRole('textbox', { name: m.shortlinks_destination() })
  await expect.poll(() => address.inputValue()).toBe('https://shop.example/mug?a=1&b=2')
  expect(await address.evaluate((field) => field === document.activeElement)).toBe(true)
  // Not kept in the address, the history or what is read of them.
  await expect.poll(() => new URL(page.url()).search).toBe('')

  await page.goto(
    `${paths.shortlinks}?${new URLSearchParams({ url: 'javascript:alert(1)', text: '<img src=x>' })}`,
  )
  await page.getByText(m.shortlinks_shared_nothing(), { exact: true }).waitFor()
  expect(await address.inputValue()).toBe('')
  expect(await accessibilityViolations(page)).toEqual([])
  expect(consoleErrors).toEqual([])
  await context.close()
})
