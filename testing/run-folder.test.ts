import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { databaseFolder, openRunFolder, runFolder, temporaryFolder } from './run-folder.ts'

test('what tests make is in the run’s folder and goes with it; a killed run’s goes with the next run', () => {
  const system = mkdtempSync(path.join(runFolder(), 'system-'))
  vi.stubEnv('TMPDIR', system)
  vi.stubEnv('CRELS_RUN_FOLDER', undefined)
  vi.stubEnv('CRELS_DATABASE_FOLDER', undefined)
  onTestFinished(() => {
    vi.unstubAllEnvs()
    rmSync(system, { recursive: true, force: true })
  })
  const killed = path.join(system, `crels-run-${spawnSync('true').pid}-abcdef`)
  const living = path.join(system, `crels-run-${process.ppid}-abcdef`)
  for (const folder of [killed, living]) mkdirSync(path.join(folder, 'data'), { recursive: true })

  const remove = openRunFolder()
  expect([existsSync(killed), existsSync(living)]).toEqual([false, true])
  const made = temporaryFolder('data')
  expect(path.dirname(path.dirname(made))).toBe(system)
  const databases = databaseFolder()
  expect(existsSync(databases)).toBe(true)
  remove()
  expect([existsSync(made), existsSync(databases)]).toEqual([false, false])
})
