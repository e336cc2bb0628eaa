import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A proxy as an operator has one: it sends each request to one of the processes that are ready, and tries none twice. */
export interface HttpProxy {
  origin: string
  /** The processes behind it, as their origins. */
  add(origin: string): void
  remove(origin: string): void
  close(): Promise<void>
}

/** How often it asks each process whether it is ready, in milliseconds. */
const lookEveryMs = 100

/** Starts it on a port of this machine. What it cannot hand on it answers with 502. */
export async function startHttpProxy(port: number): Promise<HttpProxy> {
  const agent = new Agent({ keepAlive: true, keepAliveMsecs: 1_000 })
  const ready = new Map<string, boolean>()
  let turn = 0
  // One after the other: an answer of before does not come after that of now.
  const follow = async (origin: string) => {
    while (ready.has(origin)) {
      const isReady = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
        ({ ok }) => ok,
        () => false,
      )
      if (ready.has(origin)) ready.set(origin, isReady)
      await sleep(lookEveryMs)
    }
  }
  const server = createServer((incoming, answer) => {
    const open = [...ready].filter(([, isReady]) => isReady).map(([origin]) => origin)
    turn += 1
    if (open.length === 0) return void answer.writeHead(502).end()
    handOn(open[turn % open.length]!, agent, incoming, answer)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: (origin) => {
      ready.set(origin, false)
      void follow(origin)
    },
    remove: (origin) => void ready.delete(origin),
    close: async () => {
      ready.clear()
      agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function handOn(origin: string, agent: Agent, incoming: IncomingMessage, answer: ServerResponse): void {
  const { hostname, port } = new URL(origin)
  const { method, url: path, headers } = incoming
  const forwarded = headers['x-forwarded-for'] ?? incoming.socket.remoteAddress
  const onward = request(
    { hostname, port, method, path, agent, headers: { ...headers, 'x-forwarded-for': forwarded } },
    (response) => {
      answer.writeHead(response.statusCode!, response.headers)
      response.pipe(answer)
    },
  )
  onward.on('error', () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end()))
  incoming.pipe(onward)
}
