import { expect, test } from 'vitest'
import { refreshSearchTerms } from '#server/modules/campaigns/public.ts'
import { accessibilityViolations, visit } from '#testing/browser.ts'
import { createBrand, createCampaign } from '#testing/campaigns.ts'
import { completeProfile, createMember } from '#testing/members.ts'
import { browser, openSite, site, visitAs } from './site.fixture.ts'

openSite()

test('a member finds a campaign, comes back to the same place, and searches with a slip of the finger', async () => {
  const brand = await createBrand(site, { name: 'Kettle Roasters' })
  for (let i = 1; i <= 24; i++) {
    const startsAt = new Date(Date.now() - i * 3_600_000).toISOString()
    await createCampaign(site, {
      brandId: brand.id,
      title: `Offer ${i}: 84 crels a sale`,
      category: 'software',
      startsAt,
    })
  }
  await createCampaign(site, { brandId: brand.id, title: 'Espresso by post, 84 crels', countries: ['NO'] })
  await site.db.transaction().execute(refreshSearchTerms)
  const member = await createMember(site, { profile: completeProfile })
  const { page, context, consoleErrors } = await visitAs(member, '/campaigns/all/popular')

  // Past the first page of the list, into one campaign and back: the list is where it was.
  const last = page.getByRole('link', { name: /Offer 1: 84 crels/ })
  const scrolledToLast = async () => {
    await page.mouse.wheel(0, 2_000)
    return await last.isVisible()
  }
  await expect.poll(scrolledToLast).toBe(true)
  await last.scrollIntoViewIfNeeded()
  await last.click()
  await page.getByRole('button', { name: 'Join campaign' }).waitFor()
  await page.goBack()
  await last.waitFor()
  await expect.poll(async () => await isOnScreen(last)).toBe(true)

  // New arrivals have a dot until they were looked at.
  await page.goto('/campaigns/all')
  const tab = page.getByRole('link', { name: /^New( \(|$)/ })
  await page.getByRole('link', { name: /^New .*since your last visit/ }).waitFor()
  await tab.click()
  await page.waitForURL('**/new-arrivals')
  await page.waitForFunction(() => localStorage.getItem('crels:new-arrivals-seen') !== null)
  await page.goto('/campaigns/all')
  await page
    .getByRole('link', { name: /Offer \d+:/ })
    .first()
    .waitFor()
  await expect.poll(async () => await tab.innerText()).toBe('New')

  await page.getByLabel('Search campaigns').fill('expresso')
  await page.getByText('No matches for “expresso”. Showing “espresso” instead.').waitFor()
  await page.getByRole('link', { name: /Espresso by post/ }).waitFor()
  expect(new URL(page.url()).search).toBe('?q=expresso')
  expect(await accessibilityViolations(page)).toEqual([])

  // What is only for Norway is not for her; her profile says all there is to say.
  await page.goto(`/campaigns/all?sort=for_me&brand=${brand.slug}`)
  await page.getByText('Only Kettle Roasters').waitFor()
  await page
    .getByRole('link', { name: /Offer \d+:/ })
    .first()
    .waitFor()
  expect(await page.getByRole('link', { name: /Espresso by post/ }).count()).toBe(0)
  expect(await page.getByRole('link', { name: 'Tell us' }).count()).toBe(0)
  await page.getByRole('link', { name: 'Show every brand' }).click()
  await page.waitForURL((url) => url.search === '?sort=for_me')
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('a closed campaign leads on: a visitor to the brand’s others, a member to similar ones', async () => {
  const brand = await createBrand(site, { name: 'Marrow Books' })
  const full = await createCampaign(site, {
    brandId: brand.id,
    title: 'Full already, 84 crels',
    category: 'books',
    memberLimit: 1,
  })
  await createCampaign(site, {
    brandId: brand.id,
    title: 'Still open, 84 crels',
    publicTitle: 'Still open reads',
    category: 'books',
  })
  const first = await createMember(site, { profile: completeProfile })
  await site.server.inject({
    method: 'POST',
    url: `/api/v1/campaigns/${full.id}/enrolment`,
    headers: first.headers,
  })

  const visitor = await visit(browser, site.origin)
  await visitor.page.goto(`/campaigns/${full.id}`)
  await visitor.page.getByRole('heading', { name: 'Every place is taken' }).waitFor()
  await visitor.page.getByRole('heading', { name: 'More from Marrow Books' }).waitFor()
  await visitor.page.getByRole('link', { name: /Still open/ }).waitFor()
  expect(await accessibilityViolations(visitor.page)).toEqual([])

  const { page, context, consoleErrors } = await visitAs(
    await createMember(site, { profile: completeProfile }),
    `/campaigns/${full.id}`,
  )
  await page.getByRole('heading', { name: 'Similar campaigns' }).waitFor()
  await page.getByRole('link', { name: /Still open/ }).click()
  // The other one leads to its brand's, and can be shared for points.
  await page.getByRole('link', { name: 'More from Marrow Books' }).click()
  await page.getByText('Only Marrow Books').waitFor()
  await page.goBack()
  await page.getByRole('link', { name: 'Share for points' }).click()
  await page.waitForURL('**/points/social-share?campaign=*')
  await page.getByRole('button', { name: /Share on/ }).waitFor()
  expect([...visitor.consoleErrors, ...consoleErrors]).toEqual([])
  await visitor.context.close()
  await context.close()
})

/** Whether something is within the window just now, wholly or in part. */
async function isOnScreen(found: {
  evaluate<T>(look: (element: Element) => T): Promise<T>
}): Promise<boolean> {
  return await found.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return bottom > 0 && top < innerHeight
  })
}
