import { setTimeout as sleep } from 'node:timers/promises'
import { reconcile } from '#server/modules/ledger/public.ts'
import { report } from './brand.ts'
import type { Chance } from './chance.ts'
import { Client, type Load } from './client.ts'
import { brokenPromises } from './database-promises.ts'
import { countClicks, figuresOf } from './figures.ts'
import { Gate } from './gate.ts'
import { missingFromDatabase } from './journal-in-database.ts'
import { emptyJournal, type Journal } from './journal.ts'
import { comeAndGo } from './people.ts'
import type { Kill } from './plan.ts'
import { until, type Site } from './site.ts'
import { setStage, type Stage } from './stage.ts'
import { moveClock, strikes, unlockAll } from './strikes.ts'
import { visit, type MadeClick } from './visitors.ts'

const visitors = 8
const brandServers = 4

/** One run: the load, its journal, and the books they are compared with. */
export class Run {
  readonly site: Site
  readonly gate = new Gate()
  readonly broken: string[] = []
  readonly #journal: Journal = emptyJournal()
  readonly #ending = new AbortController()
  readonly #fresh: MadeClick[] = []
  #ids = 0
  #clients: Promise<unknown> = Promise.resolve()
  #stage!: Stage
  #clicksCompared = 0

  constructor(site: Site) {
    this.site = site
  }

  /** Sets the stage and lets the load begin. */
  async begin(chance: Chance): Promise<void> {
    const load: Load = {
      origin: this.site.origin,
      gate: this.gate,
      journal: this.#journal,
      ending: this.#ending.signal,
    }
    this.gate.open()
    const nextId = (kind: string) => `${kind}-${++this.#ids}`
    this.#stage = await setStage(this.site, load, chance)
    const { key, links, joinable } = this.#stage
    const made = (click: MadeClick) => void this.#fresh.push(click)
    const nextClick = () => this.#nextClick(chance)
    const clients = [
      ...Array.from({ length: visitors }, async () => visit(load, chance, links, made)),
      ...Array.from({ length: brandServers }, async () =>
        report({ ...load, key, nextId, nextClick }, chance),
      ),
      comeAndGo(load, chance, { campaignIds: joinable, nextId }),
    ]
    const failed = (error: Error) => void this.broken.push(`The load failed: ${error.stack}`)
    this.#clients = Promise.all(clients.map(async (client) => client.catch(failed)))
  }

  /** Kills as planned, starts again until it is open, and compares the books while the load is held still. */
  async carryOut({ target, afterMs, whileStarting }: Kill, chance: Chance): Promise<void> {
    this.gate.open()
    await sleep(afterMs)
    if (target === 'unlocking') await this.#moveClock()
    await strikes[target](this.site, chance)
    const held = this.gate.close()
    for (const ms of whileStarting) await this.site.startAndKill(ms)
    if (target !== 'database process') await this.site.start()
    await held
    await this.#compare()
  }

  /** Lets every client bring to an end what it has begun, and compares everything once more. */
  async end(): Promise<void> {
    this.#ending.abort()
    this.gate.open()
    await this.#clients
    await unlockAll(this.site).catch((error: Error) => this.broken.push(error.message))
    this.#clicksCompared = 0
    await this.#compare()
    await this.#compareClickCount()
    await this.#askSessions()
  }

  async figures(): Promise<Record<string, number>> {
    return await figuresOf(this.site, this.#journal, this.#stage.brandId)
  }

  #nextClick(chance: Chance): MadeClick | undefined {
    // Mostly one that a person had time to buy after; what is left over is never reported, as with most clicks.
    const isRipe = chance.happens(0.85)
    const index = isRipe
      ? this.#fresh.findIndex(({ madeAt }) => Date.now() - madeAt > 5_500)
      : this.#fresh.length - 1
    const click = this.#fresh.splice(index === -1 ? this.#fresh.length - 1 : index, 1)[0]
    if (this.#fresh.length > 20_000) this.#fresh.splice(0, 10_000)
    return click
  }

  /** A click still on its way would be a day old at once, and its report not wait for it: no site's clock leaps. */
  async #moveClock(): Promise<void> {
    await this.gate.close()
    await until('every answered click is loaded', () => this.site.spooled.length === 0)
    await moveClock(this.site)
    this.gate.open()
  }

  async #compare(): Promise<void> {
    const { broken } = this
    await until('every answered click is loaded', () => this.site.spooled.length === 0).catch(
      (error: Error) => broken.push(error.message),
    )
    const books = await this.site.openBooks()
    const { brandId } = this.#stage
    broken.push(
      ...(await missingFromDatabase(books, this.#journal, { brandId, clicksFrom: this.#clicksCompared })),
      ...(await brokenPromises(books)),
    )
    const { clean, findings } = await reconcile(books)
    if (!clean) broken.push(`The ledger: ${JSON.stringify(findings.filter(({ count }) => count > 0))}`)
    await books.destroy()
    this.#clicksCompared = this.#journal.clicks.length
    broken.push(...this.#journal.surprises.splice(0))
  }

  /** A click may be written down and its answer cut off; there are no others. */
  async #compareClickCount(): Promise<void> {
    const books = await this.site.openBooks()
    const loaded = await countClicks(books, this.#stage.brandId)
    await books.destroy()
    const { clicks, lostVisits } = this.#journal
    if (new Set(clicks).size !== clicks.length) this.broken.push('Two visits were answered with one click')
    if (loaded > clicks.length + lostVisits)
      this.broken.push(
        `${loaded} clicks are there, of ${clicks.length} answered and ${lostVisits} unanswered`,
      )
  }

  /** Sessions that were opened are open, those that were ended are not. */
  async #askSessions(): Promise<void> {
    const { origin } = this.site
    const client = new Client({
      origin,
      gate: this.gate,
      journal: this.#journal,
      ending: this.#ending.signal,
    })
    for (const [cookie, isOpen] of this.#journal.sessions) {
      const question = { method: 'POST' as const, path: '/identity/refresh', body: {}, headers: { cookie } }
      const { heard } = await client.insist(question)
      if ((heard.status === 200) !== isOpen)
        this.broken.push(`A session is ${isOpen ? 'lost' : 'open again'}`)
    }
    client.close()
  }
}
