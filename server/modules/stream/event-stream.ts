import { PassThrough } from 'node:stream'
import type { StreamState } from '#contracts/stream.schemas.ts'
import { outsideSpans } from '#server/platform/tracing/tracing.ts'

/** A comment this often keeps proxies and sockets from taking silence for the end. */
const heartbeatMs = 15_000
/** How often it is looked whose heartbeat is due: those of one moment have their sign-ins asked about together. */
const lookMs = 1_000
/** A reader this far behind has gone: an event is some hundred bytes. */
const unreadMax = 64 * 1024

/** Server-sent events of one reader, from the first to the end that either side makes. */
export class EventStream extends PassThrough {
  readonly #isWelcome: () => Promise<unknown>

  /** `isWelcome` is asked at every heartbeat; when it throws, the stream ends, and the next try gets the reason. */
  constructor({ isWelcome }: { isWelcome: () => Promise<unknown> }) {
    super()
    this.#isWelcome = isWelcome
  }

  /** One event: `id`, and the topics that changed. */
  say({ id, changed }: StreamState): void {
    this.#send(`id: ${id}\ndata: ${JSON.stringify({ id, changed })}\n\n`)
  }

  /** Shows that the connection lives, and that the sign-in does. */
  beat(): void {
    this.#send(': here\n\n')
    this.#isWelcome().catch(() => this.finish())
  }

  /** Ends it in good order: the reader comes back. */
  finish(): void {
    if (!this.destroyed) this.end()
  }

  #send(text: string): void {
    if (this.writableEnded || this.destroyed) return
    this.write(text)
    if (this.writableLength + this.readableLength > unreadMax) this.destroy()
  }
}

/** The streams that are open in this process, with one timer for all their heartbeats and ends. */
export class OpenStreams {
  readonly #due = new Map<EventStream, { beatAt: number; endAt: number }>()
  #timer: NodeJS.Timeout | undefined
  #isOver = false

  /** Keeps a stream until it closes; `seconds` ends it before, and at once where all have been finished. */
  add(stream: EventStream, seconds = Infinity): void {
    if (this.#isOver) return stream.finish()
    const now = performance.now()
    this.#due.set(stream, { beatAt: now + heartbeatMs, endAt: now + seconds * 1_000 })
    stream.once('close', () => {
      this.#due.delete(stream)
      if (this.#due.size > 0) return
      clearInterval(this.#timer)
      this.#timer = undefined
    })
    this.#timer ??= outsideSpans(() => setInterval(() => this.#look(), lookMs))
  }

  /** Ends every stream, and each that comes later. */
  finishAll(): void {
    this.#isOver = true
    for (const stream of this.#due.keys()) stream.finish()
  }

  #look(): void {
    const now = performance.now()
    for (const [stream, due] of this.#due) {
      if (due.endAt <= now) stream.finish()
      else if (due.beatAt <= now) {
        due.beatAt = now + heartbeatMs
        stream.beat()
      }
    }
  }
}
