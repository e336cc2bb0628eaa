import { expect, test } from 'vitest'
import { consoleHref } from '#contracts/console-routes.ts'
import type { LegalDocument } from '#contracts/legal.constants.ts'
import { expectAccessible, openScreen, visitConsole } from './console.fixture.ts'
import { steerReads } from './console-reads.fixture.ts'
import { openSite, site } from './site.fixture.ts'

openSite()

test('the first version of a page is undone by its template, where all that it names is said', async () => {
  const { page, context, consoleErrors } = await visitConsole('owner', 'Oda')
  const publish = async (document: LegalDocument) => {
    await openScreen(page, 'editLegal', '', { document })
    await page.getByLabel('Text in English').fill('# Ours\n\nOf zebras.')
    // Which begin with the template, too.
    for (const language of ['Spanish', 'German']) await page.getByLabel(`Text in ${language}`).fill('')
    await page.getByLabel('What changed, for members').fill('By mistake')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const said = page.getByRole('alert').filter({ hasText: /Version .* is in force/ })
    // It stays while the pointer is on it.
    await said.hover()
    return said
  }
  const shown = async (document: LegalDocument) => (await site.server.inject(`/docs/${document}`)).body
  const cookies = await publish('cookies')
  await expect.poll(async () => await shown('cookies')).toContain('Of zebras.')
  await expectAccessible(page)
  await cookies.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone').waitFor()
  await page.getByRole('region', { name: 'Cookies' }).getByText('The template applies again').waitFor()
  await expect.poll(async () => await shown('cookies')).not.toContain('Of zebras.')

  const privacy = await publish('privacy')
  await privacy.getByText(/It cannot be undone: .*\{operator\.name\}/).waitFor()
  expect(await privacy.getByRole('button', { name: 'Undo' }).count()).toBe(0)
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('the first version waits for whether it can be undone, and says where that could not be checked', async () => {
  const { page, context } = await visitConsole('owner', 'Ona')
  const template = await steerReads(
    page,
    '**/api/v1/operator/legal/terms/previews',
    'hold',
    (request) => !request.postData()?.includes('zebras'),
  )
  await page.goto(consoleHref('editLegal', { document: 'terms' }))
  for (const language of ['English', 'Spanish', 'German'])
    await page.getByLabel(`Text in ${language}`).fill(language === 'English' ? '# Ours\n\nOf zebras.' : '')
  await page.getByLabel('What changed, for members').fill('By mistake')
  const publish = page.getByRole('button', { name: 'Publish', exact: true })
  await page.getByText(/From now on it is what/).waitFor()
  expect(await publish.isDisabled()).toBe(true)

  template.fail()
  await page.getByText('Whether this can be undone could not be checked').waitFor({ timeout: 30_000 })
  expect(await publish.isDisabled()).toBe(true)
  await expectAccessible(page)
  template.pass()
  await page.getByRole('button', { name: 'Try again' }).click()
  await publish.click()
  await page
    .getByRole('alert')
    .getByText(/It cannot be undone: /)
    .waitFor()
  await context.close()
})
