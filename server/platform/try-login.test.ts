import { afterAll, expect, test } from 'vitest'
import { freePort } from '#testing/free-port.ts'
import { pgbouncer, startPooler } from '#testing/pooler.ts'
import { endPrograms } from '#testing/processes.ts'
import { StartProblem } from './embedded-postgres/start-problem.ts'
import { startLine } from './start-line.ts'
import { tryLogin } from './try-login.ts'
import { withClient } from './with-client.ts'

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

test.skipIf(!pgbouncer)(
  'an address that asks for TLS of a pooler without it ends the start at once, and says why (skipped without pgbouncer)',
  async () => {
    const away = `postgres://crels:p@127.0.0.1:${await freePort()}/crels`
    const pooler = await startPooler(away, 'transaction', { refuses: 'no such database' })
    const url = `${pooler.url}?sslmode=require&user=crels`
    const began = performance.now()
    const failure = await tryLogin(url, 'The pooler').catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(StartProblem)
    expect((failure as Error).message).toBe(
      'The pooler speaks no TLS, and sslmode of its address asks for it: give the server TLS, or the address another sslmode',
    )
    expect(performance.now() - began).toBeLessThan(5_000)
    // What needs no login of the four roles says it likewise.
    const direct = await withClient(url, async () => {}).catch((error: unknown) => error)
    expect(startLine(direct)).toBe(
      'DATABASE_URL: the database speaks no TLS, and sslmode of its address asks for it',
    )
    await pooler.kill()
  },
)

test.skipIf(!pgbouncer)(
  'a certificate that is not believed ends the start at once, and says why (skipped without pgbouncer)',
  async () => {
    const away = `postgres://crels:p@127.0.0.1:${await freePort()}/crels`
    const pooler = await startPooler(away, 'transaction', { refuses: 'SSL required' })
    const began = performance.now()
    await expect(tryLogin(`${pooler.url}?sslmode=verify-full&user=crels`, 'The pooler')).rejects.toThrow(
      /^The certificate of the pooler is not believed \(self-signed certificate/,
    )
    expect(performance.now() - began).toBeLessThan(5_000)
    await pooler.kill()
  },
)
