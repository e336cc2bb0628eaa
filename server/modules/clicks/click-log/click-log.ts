import { setTimeout as delay } from 'node:timers/promises'
import type { JsMsg } from '@nats-io/jetstream'
import type { Logger } from 'pino'
import type { ClickLogSettings } from '#server/click-settings.ts'
import { problem } from '#server/platform/http/problems.ts'
import { inTime } from '#server/platform/in-time.ts'
import { sparingLog } from '#server/platform/sparing-log.ts'
import { segmentOf, type ClickSegment, type ClickSink, type FindSegment } from '../click-sink.ts'
import {
  connectNats,
  isLogGone,
  isNoMessage,
  logState,
  storingMs,
  stream,
  subject,
  type ClickLogState,
  type NatsConnectionOf,
} from './nats-connection.ts'

/** Segments that are stored together at most. */
const segmentsMax = 500
/** How long one waits for the next segment, in milliseconds. */
const waitMs = 1_000
const retryMaxMs = 5_000
/** How often a log that has more may give nothing for `waitMs`, before who reads all of it is told. */
const silencesMax = 10
/** How long an answer for that is waited for, in milliseconds. */
const deafMs = 5_000
/** How long the end of a process waits for what is being stored, in milliseconds. */
const closeMs = 8_000

/**
 * A log of clicks before their store. Processes publish segments, each once by its key; workers share them, store them
 * and only then say so, so that what a worker that died had is given to another.
 */
export class ClickLog implements ClickSink {
  readonly #settings: ClickLogSettings
  readonly #log: Logger
  readonly #givenMs: number
  readonly #alert: ReturnType<typeof sparingLog>
  #connection: Promise<NatsConnectionOf> | undefined
  readonly #stopping = new AbortController()
  #working: Promise<void> | undefined

  /** A worker has `givenMs` to store what it was given, before another is. */
  constructor(settings: ClickLogSettings, log: Logger, givenMs = storingMs) {
    this.#givenMs = givenMs
    this.#settings = settings
    this.#log = log
    this.#alert = sparingLog(log, 60_000)
  }

  /** Done when as many servers have them as are to. Throws `unavailable` where they do not: a report may wait for it. */
  async store(segments: ClickSegment[]): Promise<number> {
    const published = this.#by(
      async ({ publish }) =>
        await Promise.all(
          segments.map(
            async ({ key, text }) => await publish.publish(subject, text, { msgID: key, timeout: 5_000 }),
          ),
        ),
    )
    await published.catch((cause: Error) => {
      throw problem('unavailable', { cause, internal: `NATS: ${cause.message}` })
    })
    return segments.reduce((sum, { days }) => sum + days.length, 0)
  }

  /** Has the segments stored by this process, from now on. */
  work(store: ClickSink): void {
    this.#working ??= this.#work(store)
  }

  /** A segment by its number. */
  readonly find: FindSegment = async (key, sequence) => {
    if (sequence === null) return null
    const message = await this.#by(
      async ({ manage }) =>
        await manage.streams.getMessage(stream, { seq: sequence }).catch((error: Error) => {
          if (isNoMessage(error)) return null
          throw error
        }),
    )
    if (!message || message.header.get('Nats-Msg-Id') !== key) return null
    return { ...segmentOf(key, Buffer.from(message.data).toString('latin1')), sequence }
  }

  /**
   * All that the log has of what was published until now, some at a time, also what is stored. Throws where the log does
   * not give all of it.
   */
  async *all(): AsyncGenerator<ClickSegment[]> {
    const { manage, publish } = await this.#connect()
    const { state } = await manage.streams.info(stream)
    let silences = 0
    for (let seq = 0; seq < state.last_seq && silences < silencesMax;) {
      silences += 1
      // One that is new says how many follow: of those that were on their way while a server was away none may arrive.
      const consumer = await publish.consumers.get(stream, { opt_start_seq: seq + 1 }).catch(() => null)
      if (!consumer) {
        await delay(waitMs)
        continue
      }
      if ((await consumer.info(true)).num_pending === 0) return
      while (seq < state.last_seq) {
        const fetched = await consumer.fetch({ max_messages: segmentsMax, expires: waitMs })
        // The client may wait for ever for one that was made at a server that died.
        const messages = await inTime(received(fetched), deafMs).catch(() => [])
        void fetched.close()
        if (messages.length === 0) break
        silences = 0
        seq = messages.at(-1)!.seq
        yield messages.map((message) => this.#segmentOf(message)).filter(({ days }) => days.length > 0)
      }
    }
    if (silences > 0) throw new Error('NATS gives no more of the log, and more is there: run it again')
  }

  /** Whether nothing is gone from the log that was published since a moment. */
  async goesBackTo(at: Date): Promise<boolean> {
    const { state } = await this.#by(async ({ manage }) => await manage.streams.info(stream))
    return state.first_seq <= 1 || (state.messages > 0 && new Date(state.first_ts) <= at)
  }

  /** Throws where it does not answer. */
  async state(): Promise<ClickLogState> {
    return await this.#by(logState)
  }

  /**
   * Ends the work after what is being stored, and the connection: after a while in any case, since who waits for a server
   * that is away is not told. What was not acknowledged is given to another.
   */
  async close(): Promise<void> {
    this.#stopping.abort()
    const ended = new AbortController()
    const patience = delay(closeMs, undefined, { signal: ended.signal }).catch(() => {})
    await Promise.race([this.#working, patience]).finally(() => ended.abort())
    const connection = await this.#connection?.catch(() => undefined)
    await connection?.nats.close()
  }

  /** One that has ended is replaced: NATS closes for good who it does not know, and knows them again later. */
  #connect(): Promise<NatsConnectionOf> {
    return (this.#connection ??= this.#open())
  }

  #open(): Promise<NatsConnectionOf> {
    const opening = connectNats(this.#settings, this.#givenMs)
    const forget = () => {
      if (this.#connection === opening) this.#connection = undefined
    }
    opening.then(({ nats }) => void nats.closed().then(forget, forget), forget)
    return opening
  }

  /** Does something by the connection; after a failure the next one begins anew where the log itself is gone. */
  async #by<T>(act: (connection: NatsConnectionOf) => Promise<T>): Promise<T> {
    const opening = this.#connect()
    const connection = await opening
    try {
      return await act(connection)
    } catch (error) {
      if (connection.nats.isClosed() || isLogGone(error)) {
        // Another failure of it may have been first: then this is the next one.
        if (this.#connection === opening) this.#connection = undefined
        await connection.nats.close().catch(() => {})
      }
      throw error
    }
  }

  async #work(store: ClickSink): Promise<void> {
    const { signal } = this.#stopping
    for (let failures = 0; !signal.aborted;) {
      try {
        await this.#storeSome(store)
        failures = 0
      } catch (error) {
        this.#alert('store', { err: error }, 'clicks wait in their log')
        const afterMs = Math.min(retryMaxMs, 100 * 2 ** failures++)
        await delay(afterMs, undefined, { signal }).catch(() => {})
      }
    }
  }

  async #storeSome(store: ClickSink): Promise<void> {
    const messages = await this.#next()
    if (messages.length === 0) return
    try {
      const segments = messages.map((message) => this.#segmentOf(message))
      await store.store(
        segments.filter(({ days }) => days.length > 0),
        this.find,
      )
      for (const message of messages) message.ack()
    } catch (error) {
      for (const message of messages) message.nak(waitMs)
      throw error
    }
  }

  /** The next segment, and those that are there behind it. */
  async #next(): Promise<JsMsg[]> {
    return await this.#by(async (connection) => {
      const consumer = await connection.consumer()
      const first = await consumer.next({ expires: waitMs })
      if (!first) return []
      const messages = [first]
      // Of those that are given again NATS does not say how many there are.
      const more = first.redelivered ? segmentsMax - 1 : Math.min(first.info.pending, segmentsMax - 1)
      if (more === 0) return messages
      try {
        for await (const message of await consumer.fetch({ max_messages: more, expires: waitMs }))
          messages.push(message)
      } catch (error) {
        // Those that came are stored now: nobody else is given them for a minute.
        this.#alert('fetch', { err: error }, 'the log of clicks does not give all that it has')
      }
      return messages
    })
  }

  #segmentOf(message: JsMsg): ClickSegment {
    const key = message.headers?.get('Nats-Msg-Id') ?? ''
    const segment = segmentOf(key, Buffer.from(message.data).toString('latin1'))
    if (segment.unreadable > 0)
      this.#log.error({ segment: key, lines: segment.unreadable }, 'unreadable clicks in the log')
    // Of no process of ours: there is nothing to remember it by.
    return key === '' ? { ...segment, days: [] } : { ...segment, sequence: message.seq }
  }
}

async function received(some: AsyncIterable<JsMsg>): Promise<JsMsg[]> {
  const messages: JsMsg[] = []
  for await (const message of some) messages.push(message)
  return messages
}
