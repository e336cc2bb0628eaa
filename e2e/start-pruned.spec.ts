import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, inject, test, vi } from 'vitest'
import { makeCheckout, putBuiltWeb } from '#testing/checkout.ts'
import { endPrograms, startProgram, startSite, temporaryDataDir } from '#testing/processes.ts'
import { temporaryFolder } from '#testing/run-folder.ts'

// Beside browser tests on two cores npm alone takes half a minute.
vi.setConfig({ testTimeout: 240_000 })

afterAll(endPrograms)

const installed = join(import.meta.dirname, '../node_modules')

test('built and pruned it takes less than 420 MB, starts and serves; without a build one line says what to do', async () => {
  const folder = join(temporaryFolder('pruned'), 'crels')
  makeCheckout(folder)
  const list = readFileSync(join(installed, '.package-lock.json'), 'utf8')
  const prune = startProgram(
    ['npm', 'run', '--silent', 'prune', '--', '--offline', '--no-audit', '--no-fund'],
    {},
    undefined,
    { cwd: folder },
  )
  expect(await prune.ended).toMatchObject({ status: 0 })
  expect(readFileSync(join(installed, '.package-lock.json'), 'utf8')).toBe(list)
  expect(existsSync(join(folder, 'node_modules/typescript'))).toBe(false)
  // Of tests that ran in the checkout this one was made from.
  for (const made of globSync(join(folder, 'node_modules/.{cache,vite,vite-temp,vitest-cache}')))
    rmSync(made, { recursive: true })

  const production = { NODE_ENV: 'production', DATA_DIR: temporaryDataDir(), BUILD_WEB: 'true' }
  const unbuilt = startProgram([process.execPath, 'server/build/build.ts'], production, undefined, {
    cwd: folder,
  })
  expect(await unbuilt.ended).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^What builds Crels is not installed: run `npm ci --include=dev` [^\n]*\n$/,
    ) as string,
  })

  cpSync(join(installed, '../generated'), join(folder, 'generated'), { recursive: true })
  putBuiltWeb(inject('webDir'), folder)
  const bytes = Number.parseInt(
    execFileSync('du', ['-s', '--block-size=1', folder], { encoding: 'utf8' }),
    10,
  )
  expect(bytes).toBeGreaterThan(200e6)
  expect(bytes).toBeLessThan(420e6)
  const site = await startSite(production, ['npm', 'start', '--silent'], { cwd: folder })
  expect((await fetch(`${site.origin}/login`)).status).toBe(200)
  expect((await fetch(`${site.origin}/readyz`)).status).toBe(200)
  site.kill('SIGTERM')
  expect(await site.ended).toMatchObject({ status: 0 })
})
