import { execFileSync } from 'node:child_process'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { crels, endPrograms, startSite, temporaryDataDir } from '#testing/processes.ts'

vi.setConfig({ testTimeout: 240_000 })

afterAll(endPrograms)

/** The backup of docs/operating.md: stop, copy the directory, start; later the copy in its place. */
test('a copy of the data directory of a stopped site is the site, books and all', async () => {
  const [dataDir, copy] = [temporaryDataDir(), join(temporaryDataDir(), 'copy')]
  const settings = { DATA_DIR: dataDir, DEMO_DATA: 'true' }
  const account = { email: 'ada@example.com', password: 'correct horse battery' }
  const post = async (origin: string, path: string) =>
    await fetch(origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify(account),
    })
  const first = await startSite(settings)
  expect((await post(first.origin, '/identity/sign-up')).status).toBe(201)
  first.kill('SIGTERM')
  await first.ended
  execFileSync('cp', ['-a', dataDir, copy])

  await rename(dataDir, `${dataDir}-lost`)
  await rename(copy, dataDir)
  const restored = await startSite(settings)
  expect((await post(restored.origin, '/identity/sign-in')).status).toBe(200)
  const books = await crels(['job', 'run', 'reconcile', '--json'], settings)
  expect(books).toMatchObject({ status: 0 })
  expect(JSON.parse(books.stdout)).toMatchObject({ result: { clean: true } })
  restored.kill('SIGTERM')
  expect(await restored.ended).toMatchObject({ status: 0 })
})
