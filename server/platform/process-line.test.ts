import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** What a start that fails on a setting says, as an operator runs it. */
function refusedStart(NODE_ENV: string): string {
  const { PATH } = process.env
  const env = { PATH, NODE_ENV, PORT: 'none' }
  return spawnSync(process.execPath, ['server/http.ts'], { env, encoding: 'utf8' }).stderr
}

test('in production a start speaks JSON as its log does', () => {
  const said = refusedStart('production')
  expect(said.split('\n')).toHaveLength(2)
  expect(JSON.parse(said)).toEqual({
    level: 60,
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
    msg: expect.stringMatching(/^PORT/) as string,
  })
})

test('in development it is a line for people', () => {
  expect(refusedStart('development')).toMatch(/^PORT[^\n]+\n$/)
})
