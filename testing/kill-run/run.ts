import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkLeaderboard } from '#server/modules/leaderboard/public.ts'
import { reconcile } from '#server/modules/ledger/public.ts'
import { clickTime } from '#server/modules/clicks/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'
import { ask } from './ask.ts'
import { report } from './brand.ts'
import type { Chance } from './chance.ts'
import { Client, type Load } from './client.ts'
import { brokenPromises } from './database-promises.ts'
import { claimRewards } from './earners.ts'
import { countClicks, figuresOf } from './figures.ts'
import { Gate } from './gate.ts'
import { missingClicks, missingFromDatabase } from './journal-in-database.ts'
import { emptyJournal, type Journal } from './journal.ts'
import { comeAndGo, type Person } from './people.ts'
import type { Crowd, Kill } from './plan.ts'
import { lookAround } from './readers.ts'
import { brokenBeside } from '#server/modules/queues/books-beside.ts'
import { recount } from '../recount/recount.ts'
import { redeemAgain } from './redeemers.ts'
import { shopAgain } from './shoppers.ts'
import { moveClock, unlockAll } from './moments.ts'
import { differencesOf } from './same-answers.ts'
import { wrongSessions } from './sessions.ts'
import { spooled, until, type Site } from './site.ts'
import { setStage, type Stage } from './stage.ts'
import { clickIn, visit, type MadeClick } from './visitors.ts'

const earners = 2
const peopleMax = 40
const clickMonthsMax = 9

/** One run: the load, its journal, and the books they are compared with. */
export class Run {
  readonly site: Site
  readonly gate = new Gate()
  readonly broken: string[] = []
  readonly journal: Journal = emptyJournal()
  readonly #ending = new AbortController()
  readonly #fresh: MadeClick[] = []
  #ids = 0
  #clients: Promise<unknown> = Promise.resolve()
  /** Set by `begin`. */
  stage!: Stage
  #clicksCompared = 0
  #months = 0
  readonly #people: Person[] = []

  constructor(site: Site) {
    this.site = site
  }

  /** Sets the stage and lets the load begin. */
  async begin({ visitors, brandServers }: Crowd, chance: Chance): Promise<void> {
    const load = this.#load(() => chance.pick(this.site.origins))
    this.gate.open()
    const nextId = (kind: string) => `${kind}-${++this.#ids}`
    this.stage = await setStage(this.site, load, chance)
    await this.#followClock()
    const { key, links, joinable, redeemers, goods } = this.stage
    const people = this.#people
    people.push(...redeemers)
    const met = (person: Person) => {
      people.push(person)
      if (people.length > peopleMax) people.shift()
    }
    const made = (click: MadeClick) => void this.#fresh.push(click)
    const nextClick = () => this.#nextClick(chance)
    const clients = [
      ...Array.from({ length: visitors }, async () => visit(load, chance, links, made)),
      ...Array.from({ length: brandServers }, async () =>
        report({ ...load, key, nextId, nextClick }, chance),
      ),
      lookAround(load, chance, { people }),
      comeAndGo(load, chance, { campaignIds: joinable, nextId, met }),
      ...Array.from({ length: earners }, async () => claimRewards(load, chance, { people, nextId })),
      ...redeemers.map(async (person) => redeemAgain(load, chance, { person, nextId })),
      ...redeemers.map(async (person) => shopAgain(load, chance, { person, goods, nextId })),
    ]
    const failed = (error: Error) => void this.broken.push(`The load failed: ${error.stack}`)
    this.#clients = Promise.all(clients.map(async (client) => client.catch(failed)))
  }

  /** Kills as planned, starts again until it is open, and compares the books while the load is paused. */
  async carryOut({ target, afterMs, whileStarting }: Kill, chance: Chance): Promise<void> {
    await this.strike(chance, async () => {
      await sleep(afterMs)
      if (target === 'unlocking') await this.#moveClock()
      this.journal.mayForgo ||= target === 'full disk'
      await this.site.strike(target, chance)
      return whileStarting
    })
  }

  /**
   * Lets something go wrong under load, which may say when further starts are killed; starts what is dead, and compares
   * while the load is paused.
   */
  async strike(chance: Chance, wrong: () => Promise<number[] | void>): Promise<void> {
    this.gate.open()
    const whileStarting = (await wrong()) ?? []
    const held = this.gate.close()
    for (const ms of whileStarting) await this.site.startAndKill(ms)
    await this.site.start()
    await held
    await this.#compare()
    await this.#goOn(chance)
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
    const client = new Client(this.#load(() => this.site.origins[0]!))
    this.broken.push(...(await wrongSessions(client)))
    client.close()
    await this.#askEverywhere()
  }

  async figures(): Promise<Record<string, number>> {
    return await figuresOf(this.site, this.journal, this.stage.brandId)
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
    await until('every answered click is loaded', () => spooled(this.site).length === 0)
    await moveClock(this.site)
    await this.#followClock()
    this.gate.open()
  }

  /** Another day, now and then another month, in which everybody can check in and claim again. */
  async #goOn(chance: Chance): Promise<void> {
    const isNextMonth = chance.happens(0.3)
    await moveClock(this.site, isNextMonth ? 'next month' : 'next day')
    await this.#followClock()
    if (isNextMonth) this.#months += 1
    if (this.#months < clickMonthsMax) return
    // Clicks of so long ago are beyond every cookie.
    this.#months = 0
    this.#fresh.length = 0
  }

  async #compare(): Promise<void> {
    const { broken } = this
    await until('every answered click is loaded', () => spooled(this.site).length === 0).catch(
      (error: Error) => broken.push(error.message),
    )
    const books = await this.site.openBooks()
    const { brandId } = this.stage
    const { clicksBeside } = this.site
    broken.push(
      ...(await this.#wrongClicks(books)),
      ...(await missingFromDatabase(books, this.journal, { brandId })),
      ...(await brokenPromises(books, { clicksBeside: clicksBeside !== undefined })),
      ...(await recount(books)).broken,
    )
    const { clean, findings } = await reconcile(books)
    if (!clean) broken.push(`The ledger: ${JSON.stringify(findings.filter(({ count }) => count > 0))}`)
    const ranks = await checkLeaderboard(books)
    if (!ranks.clean) broken.push(`The leaderboard: ${JSON.stringify(ranks)}`)
    for (const finding of await brokenBeside(books)) broken.push(`The books: ${JSON.stringify(finding)}`)
    await books.destroy()
    this.#clicksCompared = this.journal.clicks.length
    broken.push(...this.journal.surprises.splice(0))
  }

  /** Of those answered since the last time; what is on its way to another store has two minutes. */
  async #wrongClicks(books: Db): Promise<string[]> {
    const clicks = this.journal.clicks.slice(this.#clicksCompared)
    const { clicksBeside } = this.site
    if (!clicksBeside) return await missingClicks(books, clicks)
    let wrong: string[] = []
    const isRight = async () => {
      wrong = await clicksBeside.wrong(books, clicks)
      return wrong.length === 0
    }
    await until('clicks are right', isRight, { timeoutMs: 120_000, pauseMs: 200 }).catch(() => {})
    return wrong
  }

  /** A click may be written down and its answer cut off; there are no others. */
  async #compareClickCount(): Promise<void> {
    const books = await this.site.openBooks()
    const { clicksBeside } = this.site
    const loaded = await (clicksBeside?.count() ?? countClicks(books, this.stage.brandId))
    await books.destroy()
    const { clicks, lostVisits } = this.journal
    if (new Set(clicks).size !== clicks.length) this.broken.push('Two visits were answered with one click')
    if (loaded > clicks.length + lostVisits)
      this.broken.push(
        `${loaded} clicks are there, of ${clicks.length} answered and ${lostVisits} unanswered`,
      )
  }

  /** Every process gives members the same answers, with the clicks that the database counts. */
  async #askEverywhere(): Promise<void> {
    const books = await this.site.openBooks()
    const { clicksBeside } = this.site
    const clients = this.site.origins.map((origin) => new Client(this.#load(() => origin)))
    for (const person of this.#people)
      this.broken.push(...(await differencesOf(books, clients, { person, clicksBeside })))
    for (const client of clients) client.close()
    await books.destroy()
  }

  /** Until every process has heard that the clock was moved: before that it dates clicks by the time before. */
  async #followClock(): Promise<void> {
    const books = await this.site.openBooks()
    try {
      const now = (await databaseNow(books)).getTime()
      for (const origin of this.site.origins)
        await until(`the clock of ${origin} was moved`, async () => {
          const id = await this.#click(origin)
          return id !== undefined && clickTime(id) >= now
        })
    } finally {
      await books.destroy()
    }
  }

  /** A visit as any other, while the load is paused; undefined where there was no answer. */
  async #click(origin: string): Promise<string | undefined> {
    const agent = new Agent()
    const path = `/s/${this.stage.links[0]!.code}`
    const heard = await ask(agent, origin, { path }).catch(() => undefined)
    agent.destroy()
    const id = clickIn(heard)
    if (id) this.journal.clicks.push(id)
    else this.journal.lostVisits += 1
    return id
  }

  #load(origin: () => string): Load {
    const { gate, site } = this
    return {
      origin,
      gate,
      journal: this.journal,
      ending: this.#ending.signal,
      isLimited: site.settings.RATE_LIMIT !== 'false',
    }
  }
}
