import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll } from 'vitest'
import type { TestApp } from '#testing/app.ts'

/** A message as a brand's server got it. */
export interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** A brand's server: it keeps what it gets, and answers what a test says. */
export interface Receiver {
  url: string
  received: Received[]
  /** How it answers; 204 until a test says otherwise. */
  answer: (response: ServerResponse) => void
}

const servers: Server[] = []

/** For each test file that starts receivers: they end with it. */
export function endReceivers(): void {
  afterAll(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections()
      server.close()
    }
  })
}

/** Starts a server that takes webhooks on a free port of this machine; `endReceivers` ends it. */
export async function startReceiver(): Promise<Receiver> {
  const receiver: Receiver = {
    url: '',
    received: [],
    answer: (response) => void response.writeHead(204).end(),
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      receiver.received.push({
        path: request.url!,
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      })
      receiver.answer(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  receiver.url = `http://localhost:${(server.address() as AddressInfo).port}/hooks`
  servers.push(server)
  return receiver
}

/** As if the time of every pending delivery had come. */
export async function hurry({ db }: TestApp): Promise<void> {
  await sql`update webhook_delivery set next_attempt_at = now() where state = 'pending'`.execute(db)
}
