import { expect, test } from 'vitest'
import { createLog } from './log.ts'

test('each entry is one line of JSON with a moment of UTC, whatever a text says', () => {
  const written: string[] = []
  const log = createLog('info', { write: (line) => void written.push(line) })
  const forged = 'away\n{"level":50,"msg":"forged"}\r\u2028\u001b[2J'
  log.warn({ reason: forged, err: new Error(forged) }, forged)
  const [line, ...more] = written
  expect(more).toEqual([])
  expect(line).toMatch(/^\{\P{Cc}+\}\n$/u)
  expect(JSON.parse(line!)).toMatchObject({
    level: 40,
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
    reason: forged,
    err: { message: forged },
    msg: forged,
  })
})

test('hides what is named as a secret or an address', () => {
  const written: string[] = []
  const log = createLog('info', { write: (line) => void written.push(line) })
  const fields = ['password', 'token', 'authorization', 'cookie', 'email']
  const said = Object.fromEntries(fields.map((name) => [name, 'very-secret']))
  log.info({ ...said, headers: said })
  const hidden = Object.fromEntries(fields.map((name) => [name, '[hidden]']))
  expect(JSON.parse(written[0]!)).toMatchObject({ ...hidden, headers: hidden })
})
