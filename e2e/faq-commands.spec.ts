import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { loggedCommands } from '#testing/command-log.ts'
import { addOlga } from '#testing/operators.ts'
import { temporaryFolder } from '#testing/run-folder.ts'

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

test('an operator edits, adds, retires, orders and restores questions by commands, and the page follows', async () => {
  const crels = async (...args: string[]) => await runCommand(['faq', ...args], settings)
  const done = async (...args: string[]) => {
    const { status, stdout, stderr } = await crels(...args)
    expect(status, stderr).toBe(0)
    return stdout
  }
  const act = async (...args: string[]) => await done(...args, '--reason', 'A test')
  const folder = temporaryFolder('faq')
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const page = async () => (await app.server.inject('/api/v1/public/faq')).json().html as string

  expect(await done('list')).toContain('cost  default  en es de  Does it cost anything?')
  expect(await done('show', 'cost', '--language', 'de')).toContain('# ')
  const english = file('en.md', '# What does it cost?\n\nNothing but {exchange.tiers[0].fee}.\n')
  const spanish = file('es.md', '# ¿Cuánto cuesta?\n\nNada.\n')
  await act('edit', 'cost', '--file', english, '--file', `es=${spanish}`)
  await expect.poll(page).toContain('<p>Nothing but 5%.</p>')
  expect(await done('list')).toContain('cost  edited  en es  What does it cost?')
  await act('add', 'app', '--topic', 'starting', '--file', file('app.md', '# Is there an app?\n\nYes.\n'))
  await act('order', 'starting', 'app', 'cost')
  await expect.poll(async () => /<details id="([^"]+)"/.exec(await page())![1]).toBe('app')
  await act('retire', 'app')
  await expect.poll(page).not.toContain('Is there an app?')
  await act('edit', 'app', '--file', file('app.md', '# Is there an app yet?\n\nYes.\n'))
  expect(await done('list')).toContain('app  added, retired  en  Is there an app yet?')
  await act('return', 'app')
  await expect.poll(page).toContain('Is there an app yet?')
  await act('restore', 'cost')
  const shown = JSON.parse(await done('show', 'cost', '--json')) as { versions: { id: number }[] }
  expect(shown).toMatchObject({ origin: 'default', versions: [{ texts: null }, { isShown: true }] })
  await act('restore', 'cost', '--version', String(shown.versions[1]!.id))
  await expect.poll(page).toContain('<p>Nothing but 5%.</p>')

  for (const [args, why] of [
    [['edit', 'cost', '--file', file('none.md', 'No heading')], /does not begin with “# Question\?”/],
    [['edit', 'cost', '--file', `es=${spanish}`], /en/],
    [['edit', 'cost', '--file', file('bad.md', '# Q?\n\n{no.such}\n')], /\{no\.such\} stands for no number/],
    [['edit', 'no-such', '--file', english], /There is no \/faq#no-such/],
    [['restore', 'cost', '--version', '999'], /has no version 999/],
    [['retire', 'no-such'], /There is no \/faq#no-such/],
  ] as const) {
    const { status, stderr } = await crels(...args, '--reason', 'A test')
    expect(status, args.join(' ')).not.toBe(0)
    expect(stderr).toMatch(why)
  }
})
