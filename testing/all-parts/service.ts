import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { ask, type Heard } from '../kill-run/ask.ts'
import type { Run } from '../kill-run/run.ts'
import { clickIn } from '../kill-run/visitors.ts'

/** What is asked for all the while, as somebody does who has the site's one address. */
export const services = ['redirects', 'lists', 'sales', 'jobs'] as const
export type Service = (typeof services)[number]

/** Heard as it should be. */
const good = 'good'
const said = ({ status, body }: Heard) => `${status} ${body.slice(0, 200)}`

/** How often, in milliseconds. */
const pauseMs: Record<Service, number> = { redirects: 20, lists: 50, sales: 50, jobs: 100 }
/** So many answers one after another say that it is there: a question may meet the one process that is. */
const inRow: Record<Service, number> = { redirects: 4, lists: 4, sales: 4, jobs: 1 }
/** A job that takes longer has failed: what a worker had that died is given to another minutes later. */
const jobMs = 20_000

/** One asking: when, for how long, and whether it was answered as it should. */
interface Asked {
  from: number
  to: number
  ok: boolean
  /** What was heard instead. */
  heard: string
}

/** What became of a service: how often it was asked and failed, and how long it was gone. */
export interface Seen {
  asked: number
  failed: number
  goneMs: number
  /** From when what was away was started again until it was answered again; 0 where it was before. */
  afterMs: number
  /** The longest that an answer took. */
  slowestMs: number
}

/** Asks for each service, one question after the other, from `begin` to `end`. */
export class ServiceWatch {
  /** Reports that were answered. */
  readonly sold: string[] = []
  readonly #run: Run
  readonly #origin: string
  readonly #clicks: string[] = []
  readonly #asked: Record<Service, Asked[]> = { redirects: [], lists: [], sales: [], jobs: [] }
  #over = new AbortController()
  #loops: Promise<unknown> = Promise.resolve()
  #events = 0

  /** `origin` is of a proxy that asks processes that are ready. */
  constructor(run: Run, origin: string) {
    this.#run = run
    this.#origin = origin
  }

  begin(): void {
    this.#over = new AbortController()
    for (const service of services) this.#asked[service] = []
    this.#loops = Promise.all(services.map(async (service) => await this.#loop(service)))
  }

  /** Resolves when every service is answered that is asked for after `since`. */
  async isWhole(since: number, timeoutMs = 60_000): Promise<void> {
    const isThere = (service: Service) => {
      const last = this.#asked[service].filter(({ from }) => from >= since).slice(-inRow[service])
      return last.length === inRow[service] && last.every(({ ok }) => ok)
    }
    while (!services.every(isThere)) {
      if (performance.now() - since > timeoutMs) {
        const gone = services
          .filter((service) => !isThere(service))
          .map((service) => `${service} (${this.#asked[service].at(-1)?.heard ?? 'not asked'})`)
        throw new Error(`Not again within ${timeoutMs} ms: ${gone.join(', ')}`)
      }
      await sleep(10)
    }
  }

  /** `backAt` is when what was away was started again. */
  async end(backAt: number): Promise<Record<Service, Seen>> {
    this.#over.abort()
    await this.#loops
    return Object.fromEntries(
      services.map((service) => [service, seen(this.#asked[service], backAt)]),
    ) as Record<Service, Seen>
  }

  async #loop(service: Service): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    while (!this.#over.signal.aborted) {
      const from = performance.now()
      const heard = await this.#asks[service](agent).catch((error: Error) => error.message)
      this.#asked[service].push({ from, to: performance.now(), ok: heard === good, heard })
      await sleep(pauseMs[service])
    }
    agent.destroy()
  }

  readonly #asks: Record<Service, (agent: Agent) => Promise<string>> = {
    redirects: async (agent) => {
      const { links } = this.#run.stage
      const path = `/s/${links[this.#clicks.length % links.length]!.code}`
      const { journal } = this.#run
      // It may be recorded, and its answer lost.
      journal.lostVisits += 1
      const heard = await this.#askAny(agent, path)
      const id = clickIn(heard)
      if (!id) return said(heard)
      journal.lostVisits -= 1
      journal.clicks.push(id)
      this.#clicks.push(id)
      return good
    },
    lists: async (agent) => {
      const path = '/api/v1/gamification/public/leaderboard'
      const heard = await ask(agent, this.#origin, { path, headers: this.#headers })
      return heard.status === 200 ? good : said(heard)
    },
    sales: async (agent) => {
      // One that a person had time to buy after, and that is stored, wherever clicks are.
      const clickId = this.#clicks.at(-200) ?? this.#run.journal.clicks[0]!
      const eventId = `watched-${++this.#events}`
      const body = { eventId, clickId, type: 'sale', amount: { currency: 'USD', minor: 1_000 } }
      const headers = { ...this.#headers, authorization: `Bearer ${this.#run.stage.key}` }
      const question = { method: 'POST' as const, path: '/api/v1/conversions', headers, body }
      const heard = await ask(agent, this.#origin, question)
      if (heard.status !== 201) return said(heard)
      this.sold.push(eventId)
      return good
    },
    jobs: async () => ((await doesJobs(this.#run)) ? good : `not done within ${jobMs} ms`),
  }

  /** As a proxy does for short links (deploy/proxy): of any process that takes the connection, ready or not. */
  async #askAny(agent: Agent, path: string): Promise<Heard> {
    const { origins } = this.#run.site
    const question = { path, headers: this.#headers }
    const turn = this.#clicks.length % origins.length
    try {
      return await ask(agent, origins[turn]!, question)
    } catch (error) {
      if (!String(error).includes('ECONNREFUSED')) throw error
      return await ask(agent, origins[(turn + 1) % origins.length]!, question)
    }
  }

  /** From anywhere, so that no limit by address is met. */
  get #headers(): Record<string, string> {
    const n = this.#events + this.#clicks.length + Date.now()
    return {
      'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
      'x-forwarded-for': `203.0.${n % 256}.${1 + (n % 253)}`,
    }
  }
}

/** Whether a job that is due now is done within some seconds. */
async function doesJobs({ site }: Run): Promise<boolean> {
  const books = await site.openBooks()
  try {
    const { rows } = await sql<{ id: string }>`
      insert into pgboss.job (name) values ('unlock-earnings') returning id`.execute(books)
    const deadline = performance.now() + jobMs
    while (performance.now() < deadline) {
      const { rows: found } = await sql<{ state: string }>`
        select state from pgboss.job where id = ${rows[0]!.id}`.execute(books)
      if (found[0]?.state === 'completed') return true
      await sleep(20)
    }
    return false
  } finally {
    await books.destroy()
  }
}

/** Gone is it from when the first was asked that failed, to when the first was answered after the last of them. */
function seen(all: Asked[], backAt: number): Seen {
  const failed = all.filter(({ ok }) => !ok)
  const last = failed.at(-1)
  const again = last && all.find(({ from, ok }) => ok && from > last.from)
  const until = again?.to ?? all.at(-1)?.to ?? 0
  return {
    asked: all.length,
    failed: failed.length,
    slowestMs: Math.round(Math.max(0, ...all.filter(({ ok }) => ok).map(({ from, to }) => to - from))),
    goneMs: failed.length > 0 ? Math.round(until - failed[0]!.from) : 0,
    afterMs: failed.length > 0 ? Math.max(0, Math.round(until - backAt)) : 0,
  }
}
