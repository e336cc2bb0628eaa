import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityViolations, visit } from '#testing/browser.ts'
import { createMember, mailsTo, tokenOf } from '#testing/members.ts'
import { focusedName, pressOn } from './keyboard.ts'
import { browser, openSite, site, visitAs } from './site.fixture.ts'

openSite()

let owner: pg.Pool
beforeAll(async () => {
  owner = new pg.Pool({ connectionString: site.databaseUrl, max: 2 })
})
afterAll(async () => {
  await owner.end()
})

const isThere = async (uid: string) =>
  (await owner.query('select from identity.auth_user where id = $1', [uid])).rowCount === 1

/** The links of a sign-up's mail: the one that verifies, and the one that says "not me". */
async function mailed() {
  const { uid, email, cookie } = await createMember(site, { verified: false })
  const [mail] = await mailsTo(site, email)
  const [verify, notMe] = mail!.links
  return { uid, email, cookie, verify: verify!, notMe: notMe!, token: tokenOf(mail!) }
}

describe('"I didn’t sign up"', () => {
  test('opens on a phone without a session, changes nothing by itself, and deletes by a click', async () => {
    const { uid, notMe } = await mailed()
    const { page, context, consoleErrors } = await visit(browser, site.origin, { expectedStatuses: [400] })
    await page.goto(notMe)
    await page.getByRole('heading', { name: 'Didn’t sign up?' }).waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    expect(await isThere(uid)).toBe(true)
    await pressOn(page, 'Delete that account')
    await page.getByRole('heading', { name: 'That account is deleted' }).waitFor()
    await expect.poll(async () => await focusedName(page)).toBe('That account is deleted')
    expect(await accessibilityViolations(page)).toEqual([])
    await expect.poll(async () => await isThere(uid)).toBe(false)
    await page.goto(notMe)
    await pressOn(page, 'Delete that account')
    await page.getByRole('heading', { name: 'This link does not work' }).waitFor()
    expect(consoleErrors).toEqual([])
    await context.close()
  })

  test('after the verification deletes nothing and leads to a new password', async () => {
    const { uid, email, cookie, notMe } = await mailed()
    const { code } = (await mailsTo(site, email))[0]!
    await site.server.inject({
      method: 'POST',
      url: '/identity/verification/confirm',
      payload: { code },
      headers: { cookie },
    })
    const { page, context, consoleErrors } = await visit(browser, site.origin, { expectedStatuses: [409] })
    await page.goto(notMe)
    await pressOn(page, 'Delete that account')
    await page.getByRole('heading', { name: 'This e-mail has been verified' }).waitFor()
    await page.getByRole('link', { name: 'Choose a new password' }).click()
    await page.waitForURL('**/login/reset-password')
    expect(await isThere(uid)).toBe(true)
    expect(consoleErrors).toEqual([])
    await context.close()
  })

  test('in the browser that signed up it says so, too, and that browser is signed out', async () => {
    const { cookie, notMe } = await mailed()
    const { page, context } = await visitAs({ cookie }, notMe, { expectedStatuses: [401] })
    await pressOn(page, 'Delete that account')
    await page.getByRole('heading', { name: 'That account is deleted' }).waitFor()
    await page.goto('/points')
    await page.waitForURL('**/login**')
    await context.close()
  })
})

describe('the verification link without a session', () => {
  test('asks for the password of the sign-up; after ten wrong ones it says how long to wait', async () => {
    const { verify, token } = await mailed()
    const { page, context, consoleErrors } = await visit(browser, site.origin, {
      expectedStatuses: [401, 403, 429],
    })
    await page.goto(verify)
    await pressOn(page, 'Verify my e-mail')
    await page.getByRole('heading', { name: 'Enter your password' }).waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    // Nine guesses somewhere else count, too.
    for (let n = 0; n < 9; n++)
      await site.server.inject({
        method: 'POST',
        url: '/identity/verification/confirm',
        payload: { token, password: 'wrong horse' },
      })
    const field = page.getByLabel('Password', { exact: true })
    await field.fill('wrong horse')
    await page.keyboard.press('Enter')
    await expect.poll(async () => await field.getAttribute('aria-invalid')).toBe('true')
    await field.fill('correct horse')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /Try again in/ }).waitFor()
    expect(await page.getByRole('button', { name: /Try again in/ }).isDisabled()).toBe(true)
    expect(await accessibilityViolations(page)).toEqual([])
    expect(consoleErrors).toEqual([])
    await context.close()
  })

  test('that has expired meanwhile says so in place of the form, and leads on', async () => {
    const { uid, verify } = await mailed()
    const { page, context, consoleErrors } = await visit(browser, site.origin, {
      expectedStatuses: [400, 403],
    })
    await page.goto(verify)
    await pressOn(page, 'Verify my e-mail')
    await page.getByRole('heading', { name: 'Enter your password' }).waitFor()
    await owner.query(`update identity.action_link set expires_at = now() where uid = $1`, [uid])
    await page.getByLabel('Password', { exact: true }).fill('correct horse')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'This link has expired' }).waitFor()
    await expect.poll(async () => await focusedName(page)).toBe('This link has expired')
    expect(await accessibilityViolations(page)).toEqual([])
    await page.getByRole('link', { name: 'Sign in' }).first().waitFor()
    // Opened anew, it says so at the first press.
    await page.goto(verify)
    await pressOn(page, 'Verify my e-mail')
    await page.getByRole('heading', { name: 'This link has expired' }).waitFor()
    expect(consoleErrors).toEqual([])
    await context.close()
  })
})
