import { expect, test } from 'vitest'
import { callOperator, operatorBearer } from '#testing/operators.ts'
import { expectAccessible, expectToFit, openScreen, visitConsole } from './console.fixture.ts'
import { openSite, site } from './site.fixture.ts'

openSite()

test('an owner writes the cookies page from its template, sees it, and publishes it', async () => {
  const { page, context, consoleErrors } = await visitConsole('owner', 'Oda', {
    expectedStatuses: [409, 422],
  })
  await openScreen(page, 'legal')
  await page.getByText('The template is shown: nothing is published yet').first().waitFor()
  await expectAccessible(page)
  await page
    .getByRole('region', { name: 'Cookies' })
    .getByRole('link', { name: 'Write a new version' })
    .click()
  const text = page.getByLabel('Text in English')
  await text.fill('# Cookies\n\nOne for you, {company.nowhere}.')
  await page.getByText(/\{company\.nowhere\}. Set them under Site/).waitFor()
  await text.fill('# Cookies\n\nOne for **you**.')
  await page.getByRole('complementary').getByText('you', { exact: true }).waitFor()
  await page.getByLabel('Text in Spanish').fill('# Cookies\n\nUna para ti.')
  await page.getByLabel('Text in German').fill('')
  await expectAccessible(page)

  const another = await operatorBearer(site, 'owner', 'another@crels.example')
  const theirs = { texts: { en: 'Theirs' }, summary: 'Meanwhile', seen: null }
  await callOperator(site, another, { method: 'POST', path: '/legal/cookies/versions', payload: theirs })
  await page.getByLabel('What changed, for members').fill('Fewer cookies')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText(/Another version was published meanwhile/).waitFor()
  await page.getByRole('button', { name: 'Publish over theirs' }).click()
  await page.getByText(/Version .* is in force/).waitFor()
  const cookies = page.getByRole('region', { name: 'Cookies' })
  await cookies.getByText('Fewer cookies').waitFor()
  await cookies.getByText('Meanwhile').waitFor()
  await expectAccessible(page)
  const shown = await site.server.inject('/docs/cookies')
  expect(shown.body).toContain('<strong>you</strong>')

  await cookies.getByRole('link', { name: /^Begin with this/ }).click()
  await expect.poll(async () => await text.inputValue()).toBe('Theirs')
  await expectToFit(page)
  await openScreen(page, 'legal')
  expect(consoleErrors).toEqual([])
  await context.close()
})
