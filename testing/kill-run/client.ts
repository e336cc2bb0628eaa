import { randomInt } from 'node:crypto'
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask, AnswerLost, type Heard, type Question } from './ask.ts'
import type { Gate } from './gate.ts'
import type { Journal } from './journal.ts'

/** What every client of the load needs. */
export interface Load {
  /** Where to ask this time: any of the processes that serve. */
  origin(): string
  gate: Gate
  journal: Journal
  /** Aborted when the load ends: clients bring to an end what they have begun. */
  ending: AbortSignal
  /** The site limits how often one may ask: all ask from anywhere, and come again when it was too often. */
  isLimited?: boolean
}

/** Between two tries of a request, in milliseconds. */
const pauseMs = 50
/** And of one that came too often. */
const limitedPauseMs = 250

/** A client with a connection of its own, which keeps the journal's counts. */
export class Client {
  readonly load: Load
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })

  constructor(load: Load) {
    this.load = load
  }

  /** Asks once; null when the answer was lost. */
  async ask(question: Question): Promise<Heard | null> {
    const { gate, origin, journal } = this.load
    return await gate.pass(async () => {
      try {
        // Tools of development are for this machine alone.
        const isFar = this.load.isLimited && !question.path.startsWith('/dev/')
        const from: Record<string, string> = isFar ? { 'x-forwarded-for': someAddress() } : {}
        const headers = { ...from, ...question.headers }
        const heard = await ask(this.#agent, origin(), { ...question, headers })
        if (heard.status === 503) journal.unavailable += 1
        else if (heard.status >= 500) this.surprise(question, heard)
        return heard
      } catch (error) {
        if (!(error instanceof AnswerLost)) throw error
        if (error.message.includes('no answer within')) journal.surprises.push(error.message)
        return null
      }
    })
  }

  /**
   * Asks until there is an answer below 500, as a careful client does: the same request again, over any number of
   * kills. `repeated` says that it may have been carried out before; a limit refuses before anything is.
   */
  async insist(
    question: Question,
    isPatient = this.load.isLimited,
  ): Promise<{ heard: Heard; repeated: boolean }> {
    const { journal } = this.load
    for (let repeated = false; ;) {
      const heard = await this.ask(question)
      const isLimited = isPatient && heard?.status === 429
      if (heard && heard.status < 500 && !isLimited) return { heard, repeated }
      if (!heard) journal.lostOthers += 1
      if (isLimited) journal.limited += 1
      else repeated = true
      await sleep(isLimited ? limitedPauseMs : pauseMs)
    }
  }

  /** Insists on an answer of one of these statuses. Throws at any other: the load has no way to go on. */
  async expect(statuses: number[], question: Question): Promise<Heard> {
    const { heard } = await this.insist(question, this.load.isLimited && !statuses.includes(429))
    if (!statuses.includes(heard.status)) throw unexpected(question, heard)
    return heard
  }

  /** Notes an answer that no client should get. */
  surprise(question: Question, heard: Heard): void {
    this.load.journal.surprises.push(unexpected(question, heard).message)
  }

  close(): void {
    this.#agent.destroy()
  }
}

function someAddress(): string {
  return `198.${18 + randomInt(2)}.${randomInt(256)}.${1 + randomInt(254)}`
}

/** What to say of an answer that no client should get. */
export function unexpected({ method = 'GET', path }: Question, { status, body }: Heard): Error {
  return new Error(`${method} ${path} answered ${status}: ${body.slice(0, 300)}`)
}
