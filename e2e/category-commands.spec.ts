import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatedCategory } from '#server/modules/campaigns/public.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createCampaign } from '#testing/campaigns.ts'
import { loggedCommands } from '#testing/command-log.ts'
import { addOlga } from '#testing/operators.ts'

const runCommand = loggedCommands(({ DATABASE_URL: url }) => url)

// Each command opens the product anew.
let app: TestApp
let settings: Record<string, string>
beforeAll(async () => {
  app = await startTestApp()
  settings = {
    DATABASE_URL: app.databaseUrl,
    DATA_DIR: app.config.dataDir,
    SECRET: app.config.secret!,
    ...(await addOlga(app.db)),
  }
})
afterAll(async () => await app.close())

test('an operator adds, renames, orders, retires and restores categories by commands', async () => {
  const crels = async (...args: string[]) => await runCommand(['category', ...args], settings)
  const done = async (...args: string[]) => {
    const { status, stdout, stderr } = await crels(...args)
    expect(status, stderr).toBe(0)
    return stdout
  }
  const act = async (...args: string[]) => await done(...args, '--reason', 'A test')
  const read = async (slug: string) => await operatedCategory(app.db, slug)

  await act('add', 'pets', '--name', 'Pets', '--name', 'de=Tiere', '--industry', 'family', 'home')
  expect(await read('pets')).toMatchObject({ icon: 'IconTag', industries: ['family', 'home'] })
  await act('edit', 'books', '--name', 'Reading', '--icon', 'IconLamp')
  expect(await read('books')).toMatchObject({
    icon: 'IconLamp',
    texts: { en: { name: 'Reading', description: expect.stringContaining('On paper') } },
  })
  await act('restore', 'books', '--version', '1')
  expect(await read('books')).toMatchObject({ origin: 'default', icon: 'IconBook', revision: 3 })
  expect(await done('show', 'books')).toContain('de  Bücher  ')
  const listed = async () => JSON.parse(await done('list', '--json')) as { items: { slug: string }[] }
  const slugs = (await listed()).items.map(({ slug }) => slug)
  await act('order', 'pets', ...slugs.filter((slug) => slug !== 'pets'))
  expect((await listed()).items[0]!.slug).toBe('pets')
  await act('retire', 'pets')
  expect(await done('list')).toContain('pets  Pets  added, retired  0 campaigns')
  await act('return', 'pets')
  await createCampaign(app, { category: 'pets' })
  for (const [args, why] of [
    [['retire', 'pets'], 'Campaigns in it that are not over: 1'],
    [['edit', 'no-such', '--name', 'x'], 'There is no category no-such'],
    [['edit', 'pets', '--name', ''], 'texts.en.name'],
    [['restore', 'pets'], 'pets does not come with Crels'],
    [['add', 'more', '--name', 'fr=Plus'], 'There is no language fr'],
  ] as const) {
    const { status, stderr } = await crels(...args, '--reason', 'A test')
    expect([status === 0, stderr]).toEqual([false, expect.stringContaining(why)])
  }
})
