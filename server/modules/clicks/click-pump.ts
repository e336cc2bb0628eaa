import { setImmediate as endOfTurn, setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { DatabaseAway } from '#server/platform/outage.ts'
import { sparingLog, type SparingLog } from '#server/platform/sparing-log.ts'
import { adoptSegments } from './adopt-segments.ts'
import { ClickSpool, type Segment } from './click-spool.ts'
import { ClickTooSlow, DirectClicks } from './direct-clicks.ts'
import type { ClickLoader } from './load-clicks.ts'

/** How long a segment is written to, which is also what a power cut can take. */
const sealAfterMs = 100
/**
 * How long sealed clicks wait for the database while no request asks for them: a millisecond for each that came before,
 * since many loaded together are fewer rows of statistics. A load every 250 ms took redirects a third of their rate.
 */
const loadAfterMs = { least: 250, most: 2_000 }
const retryMaxMs = 10_000
/** How long a folder that refused a click is not asked again, in milliseconds. */
const folderPauseMs = 1_000
/** How long the end of the process waits for a database that does not answer; the files stay then. */
const closeWaitMs = 5_000

/** What became of the clicks of this process since it began. */
export interface ClickProgress {
  taken: number
  loaded: number
  waitingSeconds: number
}

/** Moves clicks of this process from the spool to the database, and those of processes that died. */
export class ClickPump {
  readonly #dir: string
  readonly #spool: ClickSpool
  readonly #loader: ClickLoader
  readonly #direct: DirectClicks
  readonly #alert: SparingLog
  /** Until then clicks pass the folder by, in milliseconds of `performance.now`. */
  #folderRestsUntilMs = 0
  /**
   * Clicks that went to the database without the folder, those whose redirect went on before the database had them, and
   * those that nothing kept: one of a slow transaction is lost until it is stored.
   */
  readonly counts = { direct: 0, late: 0, lost: 0 }
  /** Clicks that were answered and written down. */
  #taken = 0
  /** When the oldest click came into the folder that no load has taken yet, in milliseconds of `performance.now`. */
  #waitingSinceMs: number | undefined
  readonly #log: Logger
  /** Lines of this turn of the event loop, and their write. */
  #lines = ''
  #writing: Promise<void> | undefined
  #pending: Segment[] = []
  #sealTimer: NodeJS.Timeout | undefined
  #loadTimer: NodeJS.Timeout | undefined
  #lastRound: Promise<void> = Promise.resolve()
  #nextRound: Promise<void> | undefined
  #adopting: Promise<void> = Promise.resolve()
  /** Clicks since the last load began. */
  #came = 0
  /** Clicks that the last load began with. */
  #loaded = 0
  #failures = 0
  #closed = false

  /** A redirect waits `directWaitMs` for the database, where the folder does not take its click. */
  constructor(dir: string, loader: ClickLoader, log: Logger, directWaitMs?: number) {
    this.#dir = dir
    this.#spool = new ClickSpool(dir, log)
    this.#loader = loader
    this.#direct = new DirectClicks(loader, directWaitMs)
    this.#log = log
    this.#alert = sparingLog(log, 60_000)
  }

  /**
   * Keeps a line on the disk; done when the kernel has it. Where the disk does not take it the database does, through a
   * bounded buffer; failed when that does not either. Lines of one turn of the event loop are one write: one each took
   * 5 of a redirect's 40 µs under load.
   */
  async append(line: string): Promise<void> {
    this.#lines += line
    this.#came += 1
    this.#taken += 1
    await (this.#writing ??= this.#write())
  }

  /** Keeps lines on the disk at once, and sees to the rest later. Throws when the disk does not take them. */
  appendNow(lines: string): void {
    this.#inFolder(() => this.#spool.append(lines))
  }

  #inFolder(append: () => void): void {
    try {
      append()
      this.#waitingSinceMs ??= performance.now()
    } finally {
      // Also where it was refused: what the file had before is loaded, which makes room.
      this.#sealLater()
    }
  }

  /** How many clicks this process took and loaded, and for how many seconds the oldest waits for the database. */
  progress(): ClickProgress {
    const since = this.#waitingSinceMs
    return {
      taken: this.#taken,
      loaded: this.#loader.loaded,
      waitingSeconds: since === undefined ? 0 : (performance.now() - since) / 1_000,
    }
  }

  /** Whether the folder takes clicks; throws what it says where it does not. */
  probe(): void {
    this.#spool.probe()
  }

  #sealLater(): void {
    this.#sealTimer ??= setTimeout(() => {
      this.#seal()
      this.#loadLater()
    }, sealAfterMs)
  }

  /** Loads everything that was kept before this call. Throws when the database does not take it. */
  async flush(): Promise<void> {
    this.#seal()
    await this.#adopting
    await this.#round()
  }

  /** Ends the pause after failures: the database answers again. */
  loadSoon(): void {
    this.#failures = 0
    clearTimeout(this.#loadTimer)
    this.#loadTimer = undefined
    if (this.#pending.length > 0) this.#loadLater()
  }

  /** Takes over what dead processes left, to be loaded soon. */
  async adopt(): Promise<void> {
    this.#adopting = this.#adopt().catch((error: unknown) =>
      this.#log.error({ err: error }, 'click segments'),
    )
    await this.#adopting
    if (this.#pending.length > 0) this.#loadLater()
  }

  /** Loads what it can and stops; what the database does not take stays in the spool for the next start. */
  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#loadTimer)
    const wait = new AbortController()
    await Promise.race([
      this.flush().catch((error: unknown) => this.#log.warn({ err: error }, 'clicks stay in the spool')),
      delay(closeWaitMs, undefined, { signal: wait.signal }).catch(() => {}),
    ])
    wait.abort()
    await this.#spool.close()
  }

  async #write(): Promise<void> {
    await endOfTurn()
    const lines = this.#lines
    this.#lines = ''
    this.#writing = undefined
    const rests = performance.now() < this.#folderRestsUntilMs
    if (!rests && this.#toFolder(() => this.#spool.append(lines))) return
    const count = lines.split('\n').length - 1
    const key = this.#spool.newKey()
    try {
      await this.#direct.store({ key, lines })
      this.counts.direct += count
    } catch (error) {
      // It may take clicks again by now, and that is better than none. The database may have them yet: under the same key.
      if (rests && this.#toFolder(() => this.#spool.keep(key, lines))) return
      this.counts.lost += count
      if (error instanceof ClickTooSlow) this.#recordLate(error.stored, count)
      this.#alert('lost', { err: error }, 'clicks are lost or late: redirects go on without crels_click')
      throw error
    }
  }

  /** What a slow transaction has stored after all is not lost. */
  #recordLate(stored: Promise<void>, count: number): void {
    const found = () => {
      this.counts.lost -= count
      this.counts.late += count
    }
    stored.then(found, () => {})
  }

  /** Whether the folder took lines; one that did not is left alone for a moment. */
  #toFolder(append: () => void): boolean {
    try {
      this.#inFolder(append)
      return true
    } catch (error) {
      this.#folderRestsUntilMs = performance.now() + folderPauseMs
      this.#alert(
        'refused',
        { err: error },
        'the click folder refuses clicks: they go to the database at once',
      )
      return false
    }
  }

  async #adopt(): Promise<void> {
    const known = new Set(this.#pending.map((segment) => segment.key))
    this.#pending.push(...(await adoptSegments(this.#dir)).filter((segment) => !known.has(segment.key)))
  }

  #seal(): void {
    clearTimeout(this.#sealTimer)
    this.#sealTimer = undefined
    this.#spool.seal()
    this.#pending.push(...this.#spool.takeSealed())
  }

  #loadLater(): void {
    if (this.#closed) return
    const pauseMs = Math.min(loadAfterMs.most, Math.max(loadAfterMs.least, this.#loaded))
    const afterMs = Math.min(retryMaxMs, pauseMs * 2 ** this.#failures)
    this.#loadTimer ??= setTimeout(() => {
      this.#loadTimer = undefined
      this.#seal()
      void this.#round().catch(() => this.#loadLater())
    }, afterMs)
  }

  /** One round at a time; callers during a round share the next one. */
  async #round(): Promise<void> {
    if (!this.#nextRound) {
      this.#nextRound = this.#roundAfter(this.#lastRound)
      this.#lastRound = this.#nextRound
    }
    await this.#nextRound
  }

  async #roundAfter(before: Promise<void>): Promise<void> {
    await Promise.allSettled([before])
    this.#nextRound = undefined
    await this.#load()
  }

  async #load(): Promise<void> {
    this.#loaded = this.#came
    this.#came = 0
    const since = this.#waitingSinceMs
    this.#waitingSinceMs = undefined
    try {
      // What comes meanwhile is the next round's: who waits for this one would wait until nobody clicks any more, where
      // storing takes longer than a segment is written to.
      for (let rest = this.#pending.length; rest > 0;) {
        const done = await this.#loader.load(this.#pending.slice(0, rest))
        this.#pending.splice(0, done)
        rest -= done
      }
      this.#failures = 0
    } catch (error) {
      this.#waitingSinceMs = since ?? this.#waitingSinceMs
      this.#failures = Math.min(this.#failures + 1, 10)
      const fields = { err: error, segments: this.#pending.length }
      // That the database is away is said once, by DatabaseHealth.
      this.#log[error instanceof DatabaseAway ? 'debug' : 'warn'](fields, 'clicks wait for the database')
      throw error
    }
  }
}
