import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import type { MemberScreen, ScreenJob } from './render-process.ts'

/** How long the process waits for another screen. Whoever comes after its end waits for a new one, or goes without. */
const idleMs = 15 * 60_000
/** What is rendered is garbage at once: with Node's own choice of a heap the process grew to twice its size. */
const heap = ['--max-semi-space-size=2', '--max-old-space-size=96']
/** With more members before it, a page goes without: the process is slower than they come. */
const queueMax = 8

type Resolve = (screen: MemberScreen | null) => void

/**
 * The process that renders members' first screens, beside the one that answers: some 10 ms of work each, in the zone of
 * their member. It knows no secret and no database, only what the page carries anyway. It starts with the first screen
 * and ends when none was wanted for a while.
 */
export class ScreenProcess {
  readonly #webDir: string
  readonly #log: Logger
  readonly #stuckMs: number
  #child: ChildProcessByStdio<Writable, Readable, Readable> | undefined
  /** In the order they were asked for, which is that of the answers. */
  #waiting: Resolve[] = []
  #timer: NodeJS.Timeout | undefined

  /** A process that is silent for `stuckMs` is killed. */
  constructor(webDir: string, log: Logger, { stuckMs = 5_000 } = {}) {
    this.#webDir = webDir
    this.#log = log
    this.#stuckMs = stuckMs
  }

  /** Starts the process, for a screen that is about to be wanted. */
  warm(): void {
    this.#child ??= this.#start()
    if (this.#waiting.length === 0) this.#watch()
  }

  /** A screen, or null where it failed, takes longer than `mostMs`, or too many are waiting. Never throws. */
  async render(job: ScreenJob, mostMs: number): Promise<MemberScreen | null> {
    if (this.#waiting.length >= queueMax) return null
    const child = (this.#child ??= this.#start())
    const screen = new Promise<MemberScreen | null>((resolve) => this.#waiting.push(resolve))
    child.stdin.write(`${JSON.stringify(job)}\n`)
    this.#watch()
    return await Promise.race([screen, delay(mostMs, null, { ref: false })])
  }

  /** Ends the process; screens that wait are given up. */
  close(): void {
    this.#end('closed')
  }

  #start() {
    const script = fileURLToPath(new URL('render-process.ts', import.meta.url))
    // No environment: the process has no use for what is in ours.
    const child = spawn(process.execPath, [...heap, script, this.#webDir], {
      env: {},
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    child.stdin.on('error', () => {})
    const isCurrent = () => this.#child === child
    child.on('error', (error) => isCurrent() && this.#end(error.message))
    child.on('exit', (code, signal) => isCurrent() && this.#end(`exit ${code ?? signal}`))
    createInterface({ input: child.stdout }).on('line', (line) => isCurrent() && this.#answer(line))
    createInterface({ input: child.stderr }).on('line', (line) =>
      this.#log.warn({ rendering: line.slice(0, 500) }, 'a first screen was not rendered'),
    )
    // It keeps no process alive that has nothing else to do.
    child.unref()
    for (const stream of [child.stdin, child.stdout, child.stderr])
      (stream as unknown as { unref(): void }).unref()
    return child
  }

  #answer(line: string): void {
    this.#waiting.shift()?.(JSON.parse(line) as MemberScreen | null)
    this.#watch()
  }

  /** Ends a process that is stuck, or has nothing to render. */
  #watch(): void {
    clearTimeout(this.#timer)
    const isIdle = this.#waiting.length === 0
    this.#timer = setTimeout(() => this.#end(isIdle ? 'idle' : 'stuck'), isIdle ? idleMs : this.#stuckMs)
    this.#timer.unref()
  }

  #end(reason: string): void {
    clearTimeout(this.#timer)
    const child = this.#child
    this.#child = undefined
    child?.stdin.destroy()
    if (reason !== 'idle') child?.kill('SIGKILL')
    if (child && reason !== 'idle' && reason !== 'closed')
      this.#log.warn({ reason }, 'the process that renders first screens ended')
    const waiting = this.#waiting
    this.#waiting = []
    for (const resolve of waiting) resolve(null)
  }
}
