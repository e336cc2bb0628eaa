import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { recordMailReports, suppressionOf } from '#server/platform/mail/address-trouble.ts'
import { createMember } from '#testing/members.ts'
import { expectAccessible, expectToFit, openScreen, visitConsole } from './console.fixture.ts'
import { openSite, site } from './site.fixture.ts'

openSite()

const why = 'Why, for your colleagues'

test('from System to the addresses that no mail reaches, to their member, and mail is sent again', async () => {
  const { uid, headers } = await createMember(site)
  await site.server.inject({ url: `/api/v1/users/${uid}`, headers })
  const { rows } = await sql<{ email: string }>`select email from member where uid = ${uid}`.execute(site.db)
  const { email } = rows[0]!
  await recordMailReports(site.db, [
    { address: email, kind: 'bounce', detail: '550 no such user' },
    { address: 'spam@example.com', kind: 'complaint', detail: '' },
  ])
  const { page, context, consoleErrors } = await visitConsole('manager', 'Mia')
  await openScreen(page, 'system')
  await page.getByRole('link', { name: 'See the addresses' }).click()
  await page.getByText('550 no such user').waitFor()
  await expectAccessible(page)
  await expectToFit(page)
  await page.setViewportSize({ width: 1_280, height: 900 })

  await page
    .getByRole('row', { name: /550 no such user/ })
    .getByRole('link')
    .first()
    .click()
  await page.getByText('mail has bounced since').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send mail again' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send mail again' })
  await dialog.getByText('550 no such user').waitFor()
  await dialog.getByRole('textbox').fill('The mailbox was full')
  await dialog.getByRole('button', { name: 'Send mail again' }).click()
  await page.getByText('mail has bounced since').waitFor({ state: 'detached' })
  expect(await suppressionOf(site.db, email)).toBeUndefined()

  await openScreen(page, 'suppressedAddresses')
  await page.getByText('spam@example.com').first().click()
  await page.keyboard.press('l')
  await dialog.getByText('lift this only if they asked you to').waitFor()
  await dialog.getByLabel(why).fill('They did')
  await dialog.getByRole('button', { name: 'Send mail again' }).click()
  await page.getByText('Mail is sent to every address').waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})
