import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { signIn } from '#contracts/identity.endpoints.ts'
import { identitySchemas } from '#contracts/identity.schemas.ts'
import { startBeside, startTestApp, type TestApp } from '#testing/app.ts'
import { freePort } from '#testing/free-port.ts'
import { temporaryFolder } from '#testing/run-folder.ts'

const program = ['redis-server', 'valkey-server'].find((name) => spawnSync(name, ['--version']).status === 0)

let store: ChildProcess | undefined
let port: number
const processes: TestApp[] = []
beforeAll(async () => {
  if (!program) return
  port = await freePort()
  await startStore()
  const redisUrl = `redis://127.0.0.1:${port}/0`
  const first = await startTestApp({ rateLimit: true, redisUrl })
  processes.push(first, await startBeside(first, { rateLimit: true, redisUrl }))
})
afterAll(async () => {
  for (const app of processes.toReversed()) await app.close()
  await stopStore()
})

async function startStore(): Promise<void> {
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  store = spawn(program!, [...args, '--dir', temporaryFolder('redis')], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  for await (const text of store.stdout!) if (String(text).includes('Ready to accept connections')) break
  store.stdout!.resume()
}

async function stopStore(): Promise<void> {
  if (!store || store.exitCode !== null) return
  const ended = once(store, 'exit')
  store.kill('SIGKILL')
  await ended
}

const { ratePerMinute } = identitySchemas.signIn

/** Signs in from an address at one process after the other; answers the statuses. */
async function attempts(count: number, remoteAddress: string, from = processes): Promise<number[]> {
  const statuses: number[] = []
  for (let n = 0; n < count; n++) {
    const request = { method: 'POST', url: signIn.path, payload: {}, remoteAddress } as const
    statuses.push((await from[n % from.length]!.server.inject(request)).statusCode)
  }
  return statuses
}

const allowed = Array.from({ length: ratePerMinute }, () => 422)

test.skipIf(!program)(
  'processes share a rate limit by a store that may go and come back (skipped without redis-server or valkey-server)',
  async () => {
    expect(await attempts(ratePerMinute + 2, '198.51.100.1')).toEqual([...allowed, 429, 429])

    await stopStore()
    // Nobody is let in again, and each process counts on by itself.
    expect(await attempts(2, '198.51.100.1')).toEqual([429, 429])
    expect(await attempts(ratePerMinute + 1, '198.51.100.2', [processes[0]!])).toEqual([...allowed, 429])

    await startStore()
    await vi.waitFor(async () => {
      const [first, second] = [processes[0]!, processes[1]!]
      const address = `198.51.100.${100 + Math.floor(Math.random() * 100)}`
      await attempts(ratePerMinute, address, [first])
      expect(await attempts(1, address, [second])).toEqual([429])
    }, 20_000)
  },
)
