import { expect, test } from 'vitest'
import { paths } from '#contracts/paths.ts'
import { createBrand, createCampaign } from '#testing/campaigns.ts'
import { createMember } from '#testing/members.ts'
import { webBudgets, measureEntry, measureScreens } from '#testing/web-weight.ts'
import { builtWebDir } from '../server/build/web-build.ts'
import { browser, openSite, site } from './site.fixture.ts'

openSite()

test(
  'the first load and every screen of the slice stay within their budgets, and schemas come with forms alone',
  { timeout: 150_000 },
  async () => {
    const { cookie } = await createMember(site)
    const brand = await createBrand(site)
    const campaign = await createCampaign(site, { brandId: brand.id })
    const weights = await measureScreens(browser, builtWebDir, { origin: site.origin, cookie }, [
      [paths.login, false],
      [paths.signup, false],
      [paths.resetPassword, false],
      [paths.faq, false],
      [paths.home, true],
      [paths.campaigns, true],
      [paths.campaignCategories, true],
      [paths.campaign(campaign.id), true],
      [paths.myCampaigns, true],
      [paths.points, true],
      [paths.pointsShop, true],
      [paths.crels('wallet'), true],
      [paths.profile, true],
      [paths.leaderboard, true],
    ])
    expect(measureEntry(builtWebDir)).toBeLessThanOrEqual(webBudgets.entry)
    const over = weights.filter(
      ({ script, styles }) => script > webBudgets.route || styles > webBudgets.css || styles === 0,
    )
    expect(over, JSON.stringify(weights)).toEqual([])
    const withSchemas = weights.filter(({ schemas }) => schemas).map(({ path }) => path)
    expect(withSchemas).toEqual([paths.login, paths.signup, paths.resetPassword])
  },
)
