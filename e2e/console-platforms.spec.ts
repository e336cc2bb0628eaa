import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { currentEconomy } from '#server/modules/economy/public.ts'
import { createMember } from '#testing/members.ts'
import { expectAccessible, expectNothingToPress, openScreen, visitConsole } from './console.fixture.ts'
import { openSite, site } from './site.fixture.ts'

openSite()

const why = 'Why, for your colleagues'
const listed = async () => (await currentEconomy(site.db)).socialFollow.platforms
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

test('a platform gets its address, is followed, another is added, put first and removed, and each is undone', async () => {
  const { page, context, consoleErrors } = await visitConsole('manager', 'Mia')
  await openScreen(page, 'platforms')
  await page.getByText('3 platforms, 50 points for each, once a member').waitFor()
  await page.getByText('no address: no one can follow there').first().waitFor()

  // The address of one that is there.
  await row(page, 'youtube').getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit' })
  await edit.getByLabel('Address of your profile').fill('http://youtube.com/@crels')
  await edit.getByText('The address begins with https://').waitFor()
  await edit.getByLabel(why).fill('We are there')
  expect(await edit.getByRole('button', { name: 'Edit' }).isDisabled()).toBe(true)
  await edit.getByLabel('Address of your profile').fill('https://www.youtube.com/@crels')
  await edit.getByText(/[\d,]+ members? can follow there, for 50 points once each/).waitFor()
  await edit.getByRole('button', { name: 'Edit' }).click()
  await page.getByText('https://www.youtube.com/@crels').waitFor()
  const { headers } = await createMember(site)
  const followed = await site.server.inject({
    method: 'POST',
    url: '/api/v1/gamification/social-follow',
    headers,
    payload: { platform: 'youtube' },
  })
  expect(followed.json()).toMatchObject({ granted: 50 })

  await page.getByRole('button', { name: 'Add a platform' }).click()
  const add = page.getByRole('dialog', { name: 'Add a platform' })
  await add.getByLabel('Name, such as mastodon').fill('youtube')
  await add.getByText('youtube is in the list already.').waitFor()
  await add.getByLabel('Name, such as mastodon').fill('mastodon')
  await add.getByLabel('Address of your profile').fill('https://mastodon.example/@crels')
  await add.getByLabel(why).fill('And there')
  await add.getByRole('button', { name: 'Add a platform' }).click()
  await page.getByText('4 platforms').waitFor()
  expect((await listed()).at(-1)).toEqual({ platform: 'mastodon', url: 'https://mastodon.example/@crels' })
  await row(page, 'youtube').getByText('1 member followed').waitFor()

  await page.getByRole('button', { name: 'Change the order' }).click()
  const up = page.getByRole('button', { name: 'Move up: mastodon' })
  while (await up.isEnabled()) await up.click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save the order' }).click()
  const order = page.getByRole('dialog', { name: 'Save the order' })
  await order.getByText('mastodon, instagram, x, youtube').waitFor()
  await order.getByLabel(why).fill('First')
  await order.getByRole('button', { name: 'Save the order' }).click()
  await expect.poll(async () => (await listed())[0]?.platform).toBe('mastodon')

  await row(page, 'youtube').getByRole('button', { name: 'Remove' }).click()
  const remove = page.getByRole('dialog', { name: 'Remove' })
  await remove.getByText('1 member followed there: what was granted stays.').waitFor()
  await remove.getByLabel(why).fill('We left')
  await remove.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('heading', { name: 'Not listed any more' }).waitFor()
  expect((await listed()).map(({ platform }) => platform)).toEqual(['mastodon', 'instagram', 'x'])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect
    .poll(async () => (await listed()).at(-1))
    .toEqual({
      platform: 'youtube',
      url: 'https://www.youtube.com/@crels',
    })
  await page.getByRole('heading', { name: 'Not listed any more' }).waitFor({ state: 'detached' })
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('of two operators the second is told, and who may only read has nothing to press', async () => {
  const [mia, max] = [await visitConsole('manager', 'Mia'), await visitConsole('owner', 'Max')]
  for (const { page } of [mia, max]) {
    await openScreen(page, 'platforms')
    await row(page, 'instagram').getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit' })
    await dialog.getByLabel('Address of your profile').fill('https://instagram.example/crels')
    await dialog.getByLabel(why).fill('Ours')
  }
  const sendIn = async ({ page }: typeof mia) =>
    await page.getByRole('dialog').getByRole('button', { name: 'Edit' }).click()
  await sendIn(mia)
  await mia.page.getByText('The platforms are set').waitFor()
  await sendIn(max)
  await max.page.getByText(/Mia made version \d+ in between/).waitFor()
  for (const role of ['read-only', 'support'] as const) {
    const { page, context } = await visitConsole(role, 'Rae')
    await openScreen(page, 'platforms')
    await page.getByText('https://instagram.example/crels').waitFor()
    await expectNothingToPress(page.getByRole('main'))
    await context.close()
  }
  await Promise.all([mia.context.close(), max.context.close()])
})
