import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { testConfig } from '#testing/config.ts'
import { DatabaseAway } from '../outage.ts'
import { problem } from './problems.ts'
import { ProxyWatch } from './proxy-watch.ts'
import { createServer } from './server.ts'

/** A server whose log is kept, at a level, and which fails as it is asked to. */
async function serverAt(level: string) {
  const lines: { level: number; reqId?: string; reqIds?: string[]; [field: string]: unknown }[] = []
  const log = pino({ level }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const config = testConfig('postgres://nowhere/nothing')
  const server = await createServer(config, log, new ProxyWatch(config, log))
  const failures: Record<string, unknown> = {
    bug: new Error('A bug'),
    away: new DatabaseAway(),
    known: problem('conflict', { detail: 'Not so.' }),
  }
  server.get<{ Params: { how: string } }>('/fails/:how', ({ params }) => {
    throw failures[params.how]
  })
  const ask = async (how: string): Promise<string> =>
    (await server.inject({ url: `/fails/${how}?email=ada@example.com` })).json().requestId
  const linesOf = (id: string) => lines.filter(({ reqId, reqIds }) => reqId === id || reqIds?.includes(id))
  return { server, ask, lines, linesOf }
}

test('the id of a failure of ours finds its line at the default level', async () => {
  const { ask, linesOf } = await serverAt('warn')
  const [one, two] = [await ask('bug'), await ask('bug')]
  for (const id of [one, two])
    expect(linesOf(id)).toMatchObject([{ level: 50, code: 'internal_error', err: { message: 'A bug' } }])
  expect(linesOf(await ask('known'))).toEqual([])
})

test('every request that an outage refuses is named, in few lines', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  try {
    const { ask, linesOf, lines } = await serverAt('warn')
    const ids = [await ask('away'), await ask('away'), await ask('away')]
    await vi.advanceTimersByTimeAsync(10_000)
    for (const id of ids) expect(linesOf(id)).toHaveLength(1)
    expect(lines).toHaveLength(2)
  } finally {
    vi.useRealTimers()
  }
})

test('at info each request is one line with its route, a refused one with its code, and no person', async () => {
  const { server, ask, lines, linesOf } = await serverAt('info')
  server.get('/works', async () => 'yes')
  const { headers } = await server.inject('/works?email=ada@example.com')
  expect(linesOf(headers['x-request-id'] as string)).toMatchObject([
    {
      level: 30,
      msg: 'request',
      status: 200,
      method: 'GET',
      route: '/works',
      ms: expect.any(Number) as number,
    },
  ])
  const [line, ...more] = linesOf(await ask('known'))
  expect(more).toEqual([])
  expect(line).toMatchObject({ code: 'conflict', status: 409, method: 'GET', route: '/fails/:how' })
  expect(lines).toHaveLength(2)
  expect(JSON.stringify(lines)).not.toMatch(/ada|127\.0\.0\.1/)
})
