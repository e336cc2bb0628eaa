import { sql } from 'kysely'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#server/platform/database.ts'
import { accessibilityViolations, closeVisits, openBrowser, signInTo, visit } from '#testing/browser.ts'
import { completeProfile, createMember, type TestMember } from '#testing/members.ts'
import { addUsableDestination, giveCrels, partyOf } from '#testing/redeemers.ts'
import { addAuthenticator, codeOf } from '#testing/second-factors.ts'
import { startTestSite, type TestSite } from '#testing/site.ts'

let site: TestSite
let browser: Browser
beforeAll(async () => {
  site = await startTestSite({ redemptionSecondFactor: true })
  browser = await openBrowser()
})
afterAll(async () => {
  await closeVisits(browser)
  await site.close()
})

async function open(member: TestMember, path: string) {
  const visited = await visit(browser, site.origin, { expectedStatuses: [403] })
  await signInTo(visited, site.origin, member)
  await visited.page.goto(path)
  return visited
}

async function richMember(): Promise<TestMember> {
  const member = await createMember(site, { profile: completeProfile })
  await giveCrels(site, await partyOf(site, member), 10_000)
  return member
}

async function prove({ headers }: TestMember, code: string): Promise<void> {
  const url = '/identity/second-factors/proof'
  const proved = await site.server.inject({ method: 'POST', url, headers, payload: { code } })
  expect(proved.statusCode, proved.body).toBe(204)
}

/** The factor was added two days ago, and proved when it was. */
async function ageFactor(): Promise<void> {
  const owner = openDatabase({ url: site.databaseUrl, poolSize: 1 })
  await sql`update identity.security_event set at = at - interval '49 hours'`.execute(owner)
  await sql`update identity.session_proof set second_factor_at = null`.execute(owner)
  await owner.destroy()
}

test('redeeming asks for the second factor in place, and goes on by itself', async () => {
  const member = await richMember()
  const authenticator = await addAuthenticator(site, member)
  await prove(member, codeOf(authenticator))
  await addUsableDestination(site, member, { kind: 'paypal', email: member.email })
  await ageFactor()
  const { page, context, consoleErrors } = await open(member, '/crels/exchange')
  await page.getByRole('button', { name: '$100', exact: true }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Cash out $100.00' }).click()
  await page.getByRole('heading', { name: 'Confirm with your second factor' }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByText('Use a recovery code').click()
  await page.getByLabel('Recovery code', { exact: true }).fill(authenticator.recoveryCodes[0]!)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: '$100.00 requested' }).waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('a member without a second factor is led to add one, sees until when payouts wait, and is led back', async () => {
  const member = await richMember()
  const { page, context, consoleErrors } = await open(member, '/crels/redemptions')
  await page.getByRole('button', { name: 'Add PayPal' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('E-mail address of your PayPal account').fill(member.email)
  await dialog.getByRole('button', { name: 'Add it' }).click()
  await dialog.getByRole('link', { name: 'Add one' }).click()
  await page.waitForURL((url) => url.pathname === '/profile')
  await page.getByRole('button', { name: 'Add an authenticator app' }).click()
  const setup = page.getByRole('dialog', { name: 'Add an authenticator app' })
  const secret = (await setup.locator('#authenticator-key').textContent())!.replaceAll(' ', '')
  await setup.getByLabel('Code shown in the app').fill(codeOf({ secret }))
  await page.getByRole('button', { name: 'I’ve saved them' }).click()
  await page.getByText('To keep your crels safe, nothing is paid out before').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'Back to your redemption' }).click()
  await page.waitForURL((url) => url.pathname === '/crels/redemptions')
  // The way on: what was typed is still there, and the factor is asked for in place.
  await page.getByRole('button', { name: 'Add PayPal' }).click()
  expect(await dialog.getByLabel('E-mail address of your PayPal account').inputValue()).toBe(member.email)
  await dialog.getByRole('button', { name: 'Add it' }).click()
  await page.getByLabel('Code from your authenticator app').fill(codeOf({ secret }, 1))
  await page.getByText('You can use it from').waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('a destination that was ready says until when it waits after a change of the account, and so does the profile', async () => {
  const member = await richMember()
  const authenticator = await addAuthenticator(site, member)
  await prove(member, codeOf(authenticator))
  await addUsableDestination(site, member, { kind: 'paypal', email: member.email })
  const { page, context, consoleErrors } = await open(member, '/crels/redemptions')
  await page.getByText('second factor changed. You can use it from').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.goto('/profile')
  await page.getByText('To keep your crels safe, nothing is paid out before').waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})
