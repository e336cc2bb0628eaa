import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

interface Query {
  schema: string
  properties: { name: string[]; birthDate: string[]; country: string[] }
}

/** An entry of the stand-in's list. */
interface Listed {
  id: string
  caption: string
  datasets: string[]
}

/**
 * Stands in for the matching API of OpenSanctions as it is published: `POST /match/{dataset}` answers the entries with one
 * of a person's names, those with the same last name below its threshold, and `GET /healthz`.
 */
export class OpenSanctionsStandIn {
  readonly apiKey = 'a-key-of-the-lists'
  readonly dataset = 'sanctions'
  readonly listed: Listed[] = []
  /** What it was asked, the last one last. */
  readonly asked: Query[] = []
  /** Happens before the next answer. */
  meanwhile: (() => Promise<void>) | null = null
  isAway = false
  /** A name that it cannot read: it answers of that person alone that they cannot be looked for. */
  refusedName: string | null = null
  #server = createServer((request, response) => void this.#answer(request, response))

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    const send = (status: number, answer: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    // Asks for no key, as there.
    if (request.url === '/healthz') return void send(200, { status: 'ok' })
    if (request.headers.authorization !== `ApiKey ${this.apiKey}`) return void send(401, { detail: 'No key' })
    if (this.isAway) return void send(503, { detail: 'Index not ready' })
    if (request.url !== `/match/${this.dataset}`) return void send(404, { detail: 'Not found' })
    const { member } = (JSON.parse(body) as { queries: { member: Query } }).queries
    this.asked.push(member)
    await this.meanwhile?.()
    if (member.properties.name.includes(this.refusedName ?? ''))
      return void send(200, { responses: { member: { status: 400, query: member, results: [] } }, limit: 5 })
    const results = this.listed.flatMap(({ id, caption, datasets }) => {
      const score = Math.max(...member.properties.name.map((name) => alike(name, caption)))
      return score < 0.5 ? [] : [{ id, caption, schema: 'Person', datasets, score, match: score >= 0.7 }]
    })
    send(200, { responses: { member: { status: 200, query: member, results } }, limit: 5 })
  }
}

function alike(one: string, other: string): number {
  const [words, others] = [one, other].map((name) => name.toLowerCase().split(' '))
  if (words!.join(' ') === others!.join(' ')) return 0.97
  return words!.at(-1) === others!.at(-1) ? 0.6 : 0.1
}
