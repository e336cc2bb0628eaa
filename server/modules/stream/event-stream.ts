import { PassThrough } from 'node:stream'
import type { StreamState } from '#contracts/stream.schemas.ts'

/** A comment this often keeps proxies and sockets from taking silence for the end. */
const heartbeatMs = 15_000
/** A reader this far behind has gone: an event is some hundred bytes. */
const unreadMax = 64 * 1024

/** Server-sent events of one reader, from the first to the end that either side makes. */
export class EventStream extends PassThrough {
  readonly #heartbeat: NodeJS.Timeout
  readonly #end: NodeJS.Timeout | undefined

  /** `isWelcome` is asked at every heartbeat; when it throws, the stream ends, and the next try gets the reason. */
  constructor({ seconds, isWelcome }: { seconds?: number; isWelcome: () => Promise<unknown> }) {
    super()
    this.#heartbeat = setInterval(() => {
      this.#send(': here\n\n')
      isWelcome().catch(() => this.finish())
    }, heartbeatMs)
    if (seconds) this.#end = setTimeout(() => this.finish(), seconds * 1000)
    this.once('close', () => {
      clearInterval(this.#heartbeat)
      clearTimeout(this.#end)
    })
  }

  /** One event: `id`, and the topics that changed. */
  say({ id, changed }: StreamState): void {
    this.#send(`id: ${id}\ndata: ${JSON.stringify({ id, changed })}\n\n`)
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
