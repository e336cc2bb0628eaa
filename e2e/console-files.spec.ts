import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { ConsoleScreen } from '#contracts/console-routes.ts'
import { expectAccessible, expectToFit, openScreen, visitConsole } from './console.fixture.ts'
import { openSite } from './site.fixture.ts'

openSite()

test('lists that are wholly on screen are saved as they are, each in the head of its card', async () => {
  const { page, context, consoleErrors } = await visitConsole('owner', 'Olga')
  const expected: [ConsoleScreen, Record<string, RegExp>][] = [
    ['system', { Doctor: /^findings\.csv Finding,Verdict,What was found,As of\n.*\bdisk\b/is }],
    [
      'categories',
      { 'In the order that members see': /^categories\.csv Place,Name in English,.*\nbeauty,/s },
    ],
    ['economy', { 'What is open': /^pauses\.csv Feature,Paused,Time,By,Reason\nexchange,false,,,\n/ }],
    [
      'account',
      {
        'Ways to sign in': /^sign-in-methods\.csv Name,Added,Last used\n/,
        'Where you are signed in': /^sessions\.csv Browser,Country,/,
      },
    ],
  ]
  for (const [screen, cards] of expected) {
    await openScreen(page, screen)
    for (const [heading, file] of Object.entries(cards))
      expect(await saved(page, heading), screen).toMatch(file)
    await expectToFit(page)
    await page.setViewportSize({ width: 1280, height: 1_000 })
  }
  await openScreen(page, 'faq')
  expect(await saved(page)).toMatch(/^faq\.csv Topic,Question,Place,.*\n.+\n.+/s)
  await expectAccessible(page)
  expect(consoleErrors).toEqual([])
  await context.close()
})

/** The name of the file that a card gives, and what is in it. */
async function saved(page: Page, heading?: string): Promise<string> {
  const within = heading === undefined ? page : page.getByRole('region', { name: heading, exact: true })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    within.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  const text = await readFile(await download.path(), 'utf8')
  return `${download.suggestedFilename()} ${text.replace('\u{feff}', '').replaceAll('\r\n', '\n')}`
}
