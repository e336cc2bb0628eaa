import { afterAll, expect, test } from 'vitest'
import { freePort } from '#testing/free-port.ts'
import { pgbouncer, startPooler } from '#testing/pooler.ts'
import { endPrograms } from '#testing/processes.ts'
import { tryLogin } from './try-login.ts'

afterAll(endPrograms)

test.skipIf(!pgbouncer).each([
  ['no such database', '/other'],
  ['bouncer config error', '/crels'],
  ['SSL required', '/crels'],
] as const)(
  'what a pooler says for good is a refusal: %s (skipped without pgbouncer)',
  async (refuses, path) => {
    // It asks no server.
    const away = `postgres://crels:p@127.0.0.1:${await freePort()}/crels`
    const pooler = await startPooler(away, 'transaction', { refuses })
    const url = new URL(pooler.url)
    url.pathname = path
    expect(await tryLogin(url.href, 'The pooler', { waitMs: 0 })).toEqual({
      code: '08P01',
      message: expect.stringContaining(refuses) as string,
    })
    await pooler.kill()
  },
)
