import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

test('runs on after a failure, names what failed at the end, and fails', () => {
  const check = fileURLToPath(new URL('check.ts', import.meta.url))
  const { status, stdout } = spawnSync(process.execPath, [check, 'nothing', 'migrations'], {
    encoding: 'utf8',
  })
  expect(stdout).toMatch(/✓ migrations +\d+\.\d s\n {4}\d+ migrations as they landed/)
  expect(stdout).toMatch(/1 of 2 checks passed in \d+\.\d s\n {2}✗ npm run check:nothing\n$/)
  expect(status).toBe(1)
})

test('is what lands must pass', () => {
  const script = readFileSync(new URL('../../.ci/run', import.meta.url), 'utf8')
  expect(script).toMatch(/^npm run check$/m)
})
