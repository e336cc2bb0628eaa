import { expect, test } from 'vitest'
import { createMember, type TestMember } from '#testing/members.ts'
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

  await cookies.getByRole('link', { name: /^Start from this version/ }).click()
  await expect.poll(async () => await text.inputValue()).toBe('Theirs')
  await expectToFit(page)
  await openScreen(page, 'legal')
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('a version that was published by mistake is undone whole: who agreed to the texts before is not asked', async () => {
  const [kept, late] = [await createMember(site), await createMember(site)]
  const publish = async (en: string, seen: string | null) => {
    const owner = await operatorBearer(site, 'owner', 'another@crels.example')
    const payload = { texts: { en }, summary: 'Ours', seen }
    return (await callOperator(site, owner, { method: 'POST', path: '/legal/terms/versions', payload })).body
      .version as string
  }
  const agree = async ({ headers }: TestMember, version: string) => {
    const payload = { agreements: [{ document: 'terms', version }] }
    const url = '/api/v1/agreements'
    expect((await site.server.inject({ method: 'POST', url, headers, payload })).statusCode).toBe(200)
  }
  const asked = async ({ uid, headers }: TestMember) =>
    (await site.server.inject({ url: `/api/v1/users/${uid}`, headers })).json().toAgree as
      | object[]
      | undefined
  const right = await publish('# Terms', null)
  await agree(kept, right)
  // A member is one from the first visit.
  expect(await asked(late)).toHaveLength(1)
  const { page, context, consoleErrors } = await visitConsole('owner', 'Oda')
  await openScreen(page, 'editLegal', '', { document: 'terms' })
  await page.getByText('These texts are in force already').waitFor()
  await page.getByLabel('Text in English').fill('# A draft')
  await page.getByText(/2 members are asked to agree at their next visit/).waitFor()
  await page.getByLabel('What changed, for members').fill('By mistake')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const said = page.getByRole('alert').filter({ hasText: /Version .* is in force/ })
  await said.getByText(/Undo publishes the previous texts again/).waitFor()
  // It stays while the pointer is on it.
  await said.hover()
  const terms = page.getByRole('region', { name: 'Terms' })
  await terms.getByText('By mistake').waitFor()
  await expectAccessible(page)
  const [mistaken] = (await asked(kept)) as [{ version: string }]
  await agree(late, mistaken.version)
  expect(await asked(late)).toBeUndefined()
  await said.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone').waitFor()
  expect(await asked(kept)).toBeUndefined()
  await terms.getByText(`same texts as ${right}; agreements to it count`).waitFor()
  await terms.getByText(`The text of ${right} applies again`).waitFor()
  expect(await asked(late)).toHaveLength(1)

  // From an earlier version it says the same before it is published.
  await terms.getByRole('link', { name: `Start from this version: ${mistaken.version}` }).click()
  await page.getByText(`These are the texts of ${mistaken.version}`).waitFor()
  await page.getByText(/1 member is asked to agree at their next visit/).waitFor()
  await expectToFit(page)
  expect(consoleErrors).toEqual([])
  await context.close()
})
