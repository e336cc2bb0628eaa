import { expect, test } from 'vitest'
import { currentEconomy, setEconomy } from '#server/modules/economy/public.ts'
import { testActor } from '#testing/operators.ts'
import { expectAccessible, openScreen, visitConsole } from './console.fixture.ts'
import { openSite, site } from './site.fixture.ts'

openSite()

test('a version of settings is taken back from its message, and not over a colleague’s that came since', async () => {
  const { page, context, consoleErrors } = await visitConsole('owner', 'Olga', { expectedStatuses: [409] })
  await openScreen(page, 'economy')
  const remains = 'If you undo it, what members earned, spent or requested in the meantime stays'
  const settings = page.getByRole('region', { name: 'Settings' })
  const set = async (points: string) => {
    await page.getByLabel('Points of a day’s check-in.').fill(points)
    await page.getByRole('button', { name: 'What would it cost?' }).click()
    await settings.getByText(remains).waitFor()
    await settings.getByRole('textbox', { name: 'Reason, kept with the version' }).fill('A louder month')
    await settings.getByRole('button', { name: /^Set as version/ }).click()
  }
  const inForce = async () => {
    const { checkIn } = await currentEconomy(site.db)
    return [checkIn.basePoints, checkIn.stepPoints]
  }
  const [base, step] = await inForce()
  const said = (version: number) =>
    page.getByRole('alert').filter({ hasText: `Version ${version} is in force` })
  await set('1060')
  await said(1).getByText(remains).waitFor()
  await expectAccessible(page)
  expect(await inForce()).toEqual([1_060, step])
  await said(1).getByRole('button', { name: 'Undo' }).click()
  await expect.poll(inForce).toEqual([base, step])
  await page.getByText('checkIn.basePoints 1,060 → 10').first().waitFor()

  await set('1070')
  await said(3).waitFor()
  await site.db.transaction().execute(async (tx) => {
    const theirs = [{ path: 'checkIn.stepPoints', value: 6 }]
    await setEconomy(tx, testActor, { settings: theirs, reason: 'Meanwhile' })
  })
  await said(3).getByRole('button', { name: 'Undo' }).click()
  await page.getByText(/made version 4 in between/).waitFor()
  expect(await inForce()).toEqual([1_070, 6])
  expect(consoleErrors).toEqual([])
  await context.close()
})
