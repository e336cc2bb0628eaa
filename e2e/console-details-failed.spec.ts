import { expect, test } from 'vitest'
import { createRedeemer, redeem } from '#testing/redeemers.ts'
import { expectAccessible, openScreen, visitConsole } from './console.fixture.ts'
import { openSite, site } from './site.fixture.ts'

openSite()

test.each([
  ['redemptions', '', '**/api/v1/operator/redemptions/rdm_*', 'Paid before'],
  ['audit', '?action=redemption.reject', '**/api/v1/operator/audit/aud_*', 'Of the member'],
] as const)(
  'what is known of a row in %s says that it could not be read, and is read again',
  async (screen, query, address, more) => {
    const member = await createRedeemer(site)
    const { id } = await redeem(site, member)
    const actor = { via: 'job', source: 'test' } as const
    if (screen === 'audit') await site.redemptions.reject({ redemptionId: id, actor, reason: 'A test' })
    const { page, context } = await visitConsole('owner', screen === 'audit' ? 'Ada' : 'Olga')
    await page.route(address, async (route) => await route.abort())
    await openScreen(page, screen, query)
    const panel = page.getByRole('article')
    const again = panel.getByRole('button', { name: 'Try again' })
    await again.waitFor({ timeout: 30_000 })
    expect(await panel.getByText(more).count()).toBe(0)
    await expectAccessible(page)
    await page.unroute(address)
    await again.click()
    await panel.getByText(more).first().waitFor()
    expect(await again.count()).toBe(0)
    await context.close()
  },
)
