import pino from 'pino'
import { expect, test } from 'vitest'
import { settleShares } from '#server/modules/shares/settle-shares.ts'
import { accessibilityViolations } from '#testing/browser.ts'
import { createCampaign } from '#testing/campaigns.ts'
import { createMember } from '#testing/members.ts'
import { openSite, site, visitAs } from './site.fixture.ts'

openSite()

const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'

/** Others come by a link, each from a network of their own; then the job looks. */
async function come(url: string, lastDigits: number[], userAgent = agent) {
  for (const digit of lastDigits)
    await site.server.inject({
      url: new URL(url).pathname,
      headers: { 'user-agent': userAgent },
      remoteAddress: `198.51.100.${digit}`,
    })
  await site.clicks.flush()
  await settleShares(site.db, { log: pino({ level: 'silent' }), limits: site.config.clickLimits })
}

test('a campaign is shared in a new tab, waits for clicks, and its reward is shown and announced', async () => {
  const member = await createMember(site)
  const campaign = await createCampaign(site, { captions: ['Bread with a name.', 'My breakfast.'] })
  const opened = await visitAs(member)
  const { page, context, consoleErrors } = opened
  await context.route('https://t.me/**', async (route) => await route.fulfill({ body: 'posted' }))
  await page.goto(`/points/social-share?campaign=${campaign.id}`)
  await page.getByText('Nothing shared yet').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])

  const caption = page.getByRole('textbox', { name: 'Caption' })
  await expect.poll(() => caption.inputValue()).toBe('Bread with a name. #ad')
  await page.getByRole('button', { name: 'Another suggestion' }).click()
  await expect.poll(() => caption.inputValue()).toBe('My breakfast. #ad')
  await page.getByRole('radio', { name: 'Telegram' }).check()
  await caption.fill('Look & listen #ad')
  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('button', { name: 'Share on Telegram' }).click(),
  ])
  await tab.waitForURL('https://t.me/share/url**')
  const shared = new URL(tab.url()).searchParams
  expect(shared.get('text')).toBe('Look & listen #ad')
  const url = shared.get('url')!
  expect(url).toMatch(new RegExp(`^${site.origin}/s/`))
  await tab.close()

  await page.getByText('Waiting for clicks: 0 of 3').waitFor()
  await come(url, [1])
  await page.reload()
  await page.getByText('Waiting for clicks: 1 of 3').waitFor()
  // One device under other names: a person looks first, unless others come.
  await come(url, [1], agent.replace('140', '139'))
  await come(url, [1], agent.replace('140', '138'))
  await page.getByText('Under review: too many visitors came from one network.').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  // Nothing more is done on the page: it hears of the points by itself.
  await come(url, [2, 3])
  await page.getByRole('status').filter({ hasText: '+30 points' }).waitFor()
  await page.getByText(/Paid on/).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])

  expect(consoleErrors).toEqual([])
  await context.close()
})

test('where the browser opens no tab, the network is a link', async () => {
  const member = await createMember(site)
  const campaign = await createCampaign(site)
  const { page, context, consoleErrors } = await visitAs(member)
  await context.route('https://t.me/**', async (route) => await route.fulfill({ body: 'posted' }))
  await page.addInitScript(() => {
    window.open = () => null
  })
  await page.goto(`/points/social-share?campaign=${campaign.id}`)
  await page.getByRole('radio', { name: 'Telegram' }).check()
  const onward = page.getByRole('link', { name: 'Open Telegram' })
  expect(await onward.count()).toBe(0)
  await page.getByRole('button', { name: 'Share on Telegram' }).click()
  await onward.waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  const [tab] = await Promise.all([context.waitForEvent('page'), onward.click()])
  await tab.waitForURL('https://t.me/share/url**')
  expect(new URL(tab.url()).searchParams.get('url')).toMatch(new RegExp(`^${site.origin}/s/`))
  // Of another network there is none yet.
  await page.getByRole('radio', { name: 'Reddit' }).check()
  expect(await onward.count()).toBe(0)
  expect(await page.getByRole('link', { name: 'Open Reddit' }).count()).toBe(0)
  expect(consoleErrors).toEqual([])
  await context.close()
})
