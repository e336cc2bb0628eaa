import { expect, test } from 'vitest'
import { accessibilityViolations } from '#testing/browser.ts'
import { ageSignIns, createMember, mailsTo, type TestMember } from '#testing/members.ts'
import { createCampaign } from '#testing/campaigns.ts'
import { createRedeemer, redeem } from '#testing/redeemers.ts'
import { buyer, callShop, homeAddress, makeGiftCard, makeItem } from '#testing/shop.ts'
import { tabTo } from './keyboard.ts'
import { openSite, site, visitAs } from './site.fixture.ts'

openSite()

test('a member reads what deletion costs, proves who they are and leaves, by keyboard on a phone', async () => {
  const member = await createMember(site)
  const campaign = await createCampaign(site, { joiningBonusPoints: 40 })
  const { headers } = member
  const url = `/api/v1/campaigns/${campaign.id}/enrolment`
  const { link } = (await site.server.inject({ method: 'POST', url, headers })).json()
  await ageSignIns(site, member)
  const { page, context, consoleErrors } = await open(member)

  await page.getByText('You’ll leave 1 campaign.').waitFor()
  await page.getByText('1 link stops working right away').waitFor()
  expect(await page.getByRole('definition').allTextContents()).toEqual(['0', '0', '40'])
  expect(await accessibilityViolations(page)).toEqual([])

  await tabTo(page, 'Type your e-mail address to confirm')
  await page.keyboard.type('somebody@example.com')
  await page.keyboard.press('Enter')
  await page.getByText('That isn’t your e-mail address.').waitFor()
  await page.keyboard.press('Control+A')
  await page.keyboard.type(member.email)
  await page.keyboard.press('Enter')

  // It is a while since the sign-in: nothing has happened yet, and giving up leaves it so.
  await page.getByRole('heading', { name: 'Is it you?' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('Nothing was deleted').waitFor()
  await tabTo(page, 'Delete my account for good')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Is it you?' }).waitFor()
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(member.password)
  await page.keyboard.press('Enter')

  await page.waitForURL('**/login')
  await page.getByRole('heading', { name: 'Goodbye' }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  expect((await site.server.inject({ url: new URL(link.url).pathname })).statusCode).toBe(410)
  await expect
    .poll(async () => (await mailsTo(site, member.email)).map(({ subject }) => subject), { timeout: 30_000 })
    .toEqual(['Your Crels account is deleted'])
  await page.goto('/delete-account')
  await page.getByRole('link', { name: 'Sign in' }).waitFor()
  // What the browser itself reports: the refusals for want of a recent sign-in, and the cookie of a session that ended.
  const expected = /403 \(|identity\/refresh/
  expect(consoleErrors.filter((complaint) => !expected.test(complaint))).toEqual([])
  await context.close()
})

test('who spent all points reads what becomes of their orders, and is led to them', async () => {
  const member = await buyer(site, 200)
  const itemId = await makeItem(site)
  const card = await makeGiftCard(site, 1)
  for (const order of [
    { itemId, points: 100, address: homeAddress },
    { itemId: card, points: 100 },
  ])
    expect((await callShop(site, member, 'POST', '/orders', order)).status).toBe(201)
  const { page, context, consoleErrors } = await open(member)
  await page.getByText('1 order in My orders hasn’t been sent yet.').waitFor()
  await page.getByText('We’ll erase the codes of 1 order in My orders.').waitFor()
  expect(await page.getByText('nothing to lose').count()).toBe(0)
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'My orders' }).first().click()
  await page.waitForURL('**/points/points-shop?view=orders')
  await page.getByRole('navigation').getByRole('link', { name: 'My orders' }).waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('without an answer nothing is claimed, and pressing again deletes', async () => {
  const member = await createMember(site)
  const { page, context } = await open(member)
  await page.getByLabel('Type your e-mail address to confirm').fill(member.email)
  await page.route('**/api/v1/users/*', async (route) => await route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Delete my account for good' }).click()
  await page.getByText('We got no answer, so we can’t tell whether your account was deleted.').waitFor()
  await page.getByRole('button', { name: 'Delete my account for good' }).click()
  await page.getByRole('heading', { name: 'Goodbye' }).waitFor()
  await context.close()
})

test('an unverified member may leave too', async () => {
  const member = await createMember(site, { verified: false })
  const { page, context } = await open(member)
  await page.getByText('there is nothing to lose').waitFor()
  await page.getByLabel('Type your e-mail address to confirm').fill(member.email.toUpperCase())
  await page.getByRole('button', { name: 'Delete my account for good' }).click()
  await page.getByText('Your account is deleted').waitFor()
  await context.close()
})

test('something under way is in the way, and says until when', async () => {
  const member = await createMember(site)
  const { blockedBy } = site.accountDeletion
  site.accountDeletion.blockedBy = async () => ({ by: 'redemption', until: new Date('2031-03-04T12:00:00Z') })
  const { page, context } = await open(member)
  await page.getByText('until 4 Mar 2031 at the latest').waitFor()
  await expect
    .poll(async () => await page.getByRole('button', { name: 'Delete my account for good' }).count())
    .toBe(0)
  site.accountDeletion.blockedBy = blockedBy
  await context.close()
})

test('a redemption under way is led to, and cancelled where one wants to leave now', async () => {
  const member = await createRedeemer(site)
  await redeem(site, member)
  const { page, context, consoleErrors } = await open(member)
  await page.getByText('Until it’s approved, you can also cancel it.').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'See your redemptions' }).click()
  await page.getByRole('button', { name: 'Cancel this redemption' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel this redemption' }).click()
  await page.getByRole('status').getByText('are back in your wallet.').waitFor()
  await page.goto('/delete-account')
  await page.getByRole('button', { name: 'Delete my account for good' }).waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})

async function open(member: TestMember) {
  return await visitAs(member, '/delete-account')
}
