import { expect, test } from 'vitest'
import { loginPath, paths } from '#contracts/paths.ts'
import { m } from '#messages'
import { accessibilityViolations, visit } from '#testing/browser.ts'
import { createBrand, createCampaign } from '#testing/campaigns.ts'
import { completeProfile, createMember } from '#testing/members.ts'
import { focusedName, pressOn } from './keyboard.ts'
import { browser, openSite, site, visitAs } from './site.fixture.ts'

openSite()

test('a newcomer walks through by keyboard and swipe, and comes to sign-up as they were invited', async () => {
  const { page, context, consoleErrors } = await visit(browser, site.origin, { expectedStatuses: [404] })
  await page.goto('/signup?invitedBy=k7m2qw9d')
  await pressOn(page, 'See what Crels is')
  await page.getByRole('heading', { level: 1, name: 'What Crels is' }).waitFor()
  const at = async (step: number) =>
    await page.getByRole('status').getByText(`Step ${step} of 4:`).waitFor({ state: 'attached' })
  await at(1)
  expect(await page.evaluate(() => document.body.dataset.layout)).toBe('none')

  // What is out of sight is out of reach: one heading of a step, and a Tab goes round without it.
  expect(await page.getByRole('heading', { level: 2 }).count()).toBe(1)
  await pressOn(page, 'Next')
  await at(2)
  await page.keyboard.press('ArrowRight')
  await at(3)
  await page.keyboard.press('ArrowLeft')
  await at(2)
  // A finger does to the row what scrolling does.
  await page
    .getByRole('list')
    .first()
    .evaluate((list) => list.scrollTo({ left: list.clientWidth * 2 }))
  await at(3)
  expect(await accessibilityViolations(page)).toEqual([])
  await pressOn(page, 'Next')
  await at(4)
  await expect.poll(async () => await focusedName(page)).toBe('Create your account')
  expect(await accessibilityViolations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.waitForURL('**/signup?invitedBy=k7m2qw9d')
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('a member skips it, or ends it, at home', async () => {
  const member = await createMember(site)
  const { page, context, consoleErrors } = await visitAs(member, '/login/tutorial')
  await pressOn(page, 'go home')
  await page.waitForURL(`${site.origin}/`)
  await page.goto('/login/tutorial')
  await pressOn(page, /^Step 4/)
  await pressOn(page, 'Go to my home page')
  await page.waitForURL(`${site.origin}/`)
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('a newcomer at the address of the site reads a promise, and may join or sign in', async () => {
  const { page, context, consoleErrors } = await visit(browser, site.origin)
  await page.goto(paths.home)
  await page.waitForURL(`**${loginPath(paths.home)}`)
  await page.getByRole('heading', { level: 1, name: m.auth_newcomer_heading() }).waitFor()
  expect(await page.getByText(m.auth_login_heading(), { exact: true }).count()).toBe(0)
  await page.getByLabel('E-mail').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('link', { name: m.layout_join_free(), exact: true }).click()
  await page.getByRole('heading', { level: 1, name: m.auth_signup_heading() }).waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('a visitor of a campaign sees no places of members, and comes back to it after joining', async () => {
  const { id } = await createCampaign(site)
  for (const viewport of ['phone', 'desktop'] as const) {
    const { page, context, consoleErrors } = await visit(browser, site.origin, { viewport })
    await page.goto(paths.campaign(id))
    const join = page.getByRole('link', { name: m.campaigns_join_free(), exact: true })
    await join.waitFor()
    for (const name of [m.layout_main_navigation(), m.layout_bottom_navigation()])
      expect(await page.getByRole('navigation', { name, exact: true }).count()).toBe(0)
    await page.getByRole('link', { name: m.layout_to_home(), exact: true }).waitFor()
    await join.click()
    await page.getByRole('heading', { level: 1, name: m.auth_signup_heading() }).waitFor()
    expect(new URL(page.url()).searchParams.get('redirect')).toBe(paths.campaign(id))
    expect(consoleErrors).toEqual([])
    await context.close()
  }
})

test('each first step is a link, and the link to share is in the card, named as buyers read it', async () => {
  const brand = await createBrand(site, { name: 'Northwind' })
  const { id } = await createCampaign(site, { brandId: brand.id, publicTitle: 'A mug' })
  const member = await createMember(site, { displayName: 'Ola' })
  const { page, context, consoleErrors } = await visitAs(member)
  await page.goto(paths.home)
  await page.getByRole('heading', { level: 1, name: m.home_hi({ name: 'Ola' }) }).waitFor()
  const steps = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3 }) })
  await page.getByText(m.home_steps_done({ done: 0, total: 3 }), { exact: true }).waitFor()
  expect(await page.getByRole('link', { name: m.wallet_redeem(), exact: true }).count()).toBe(0)
  const links = [m.home_step_join(), m.home_step_share(), m.home_step_profile()]
  expect(await steps.getByRole('heading').allInnerTexts()).toEqual(links)
  await page.getByRole('link', { name: m.home_step_profile(), exact: true }).click()
  await page.waitForURL(`**${paths.profileInfo}`)
  await page.getByRole('link', { name: m.layout_back(), exact: true }).click()
  await page.waitForURL(`**${paths.profile}`)

  const joined = await site.server.inject({
    method: 'POST',
    url: `/api/v1/campaigns/${id}/enrolment`,
    headers: { ...member.headers, 'idempotency-key': id },
    payload: {},
  })
  expect(joined.statusCode).toBe(201)
  await page.goto(paths.home)
  await page.getByText(m.home_step_share_ready({ campaign: 'Northwind: A mug' }), { exact: true }).waitFor()
  const url: string = joined.json().link.url
  await page.getByText(url.replace(/^https?:\/\//, ''), { exact: true }).waitFor()
  await page.getByRole('button', { name: m.home_next_share_action(), exact: true }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(url)
  expect(await accessibilityViolations(page)).toEqual([])
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('Ctrl K finds a page, a campaign and an action by keyboard, and gives the focus back', async () => {
  const { id } = await createCampaign(site, { title: 'Saffron by the gram' })
  const member = await createMember(site, { profile: completeProfile })
  const { page, context, consoleErrors } = await visitAs(member, paths.profile, { viewport: 'desktop' })
  const dialog = page.getByRole('dialog', { name: m.palette_heading() })
  const field = dialog.getByRole('combobox', { name: m.palette_label() })
  const opener = page.getByRole('button', { name: m.layout_palette() })
  await opener.focus()
  await page.keyboard.press('Control+k')
  await field.fill('perf')
  await dialog.getByRole('option', { name: m.pages_performance_analytics(), selected: true }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true)

  await page.keyboard.press('Control+k')
  await field.fill('saffr')
  await dialog.getByRole('option', { name: 'Saffron by the gram', exact: false }).first().waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${paths.campaign(id)}`)
  await dialog.waitFor({ state: 'detached' })

  await page.keyboard.press('Control+k')
  await field.fill('dark')
  await dialog.getByRole('option', { name: m.palette_dark(), selected: true }).waitFor()
  await page.keyboard.press('Enter')
  const painted = async () =>
    await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
  await expect.poll(painted).toBe('dark')
  expect(consoleErrors).toEqual([])
  await context.close()
})
