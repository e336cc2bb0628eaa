import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { LineProcess } from '../line-process.ts'
import type { MemberScreen, ScreenJob } from './render-process.ts'

/** How long the process waits for another screen. Whoever comes after its end waits for a new one, or goes without. */
const idleMs = 15 * 60_000
/** What is rendered is garbage at once: with Node's own choice of a heap the process grew to twice its size. */
const heap = ['--max-semi-space-size=2', '--max-old-space-size=96']
/** With more members before it, a page goes without: the process is slower than they come. */
const queueMax = 8

const script = fileURLToPath(new URL('render-process.ts', import.meta.url))

/**
 * The process that renders members' first screens: some 10 ms of work each, in the zone of their member. It knows no
 * secret and no database, only what the page carries anyway.
 */
export class ScreenProcess {
  readonly #process: LineProcess<ScreenJob, MemberScreen | null>

  /** A process that is silent for `stuckMs` is killed. */
  constructor(webDir: string, log: Logger, { stuckMs = 5_000 } = {}) {
    this.#process = new LineProcess({
      args: [...heap, script, webDir],
      silentMs: stuckMs,
      idleMs,
      log,
      says: {
        complains: 'a first screen was not rendered',
        ended: 'the process that renders first screens ended',
      },
    })
  }

  /** Starts the process, for a screen that is about to be wanted. */
  warm(): void {
    this.#process.warm()
  }

  /** A screen, or null where it failed, takes longer than `mostMs`, or too many are waiting. Never throws. */
  async render(job: ScreenJob, mostMs: number): Promise<MemberScreen | null> {
    if (this.#process.waiting >= queueMax) return null
    const screen = this.#process.ask(job).catch(() => null)
    return await Promise.race([screen, delay(mostMs, null, { ref: false })])
  }

  /** Ends the process; screens that wait are given up. */
  close(): void {
    this.#process.close()
  }
}
