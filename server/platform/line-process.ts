import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import type { Logger } from 'pino'

/** A process that answers a line of JSON for each that it is given, in their order. */
export interface LineProcessOf {
  /** What Node is started with: the path of the script, behind Node's own options, before its arguments. */
  args: string[]
  /** A process that is silent for so long while something waits, with its start where it is the first, is killed. */
  silentMs: number
  /** How long it waits for another job. */
  idleMs: number
  log: Logger
  /** What the log says of it: of a line on its standard error, and of an end that nobody wanted. */
  says: { complains: string; ended: string }
}

interface Waiting<Answer> {
  resolve: (answer: Answer) => void
  reject: (error: Error) => void
}

/**
 * A process of our own beside the one that answers, for work that would hold up every request. It starts with the first
 * job and ends when it was not needed for a while. It knows nothing but what it is given: no environment.
 */
export class LineProcess<Job, Answer> {
  readonly #of: LineProcessOf
  #child: ChildProcessByStdio<Writable, Readable, Readable> | undefined
  /** In the order they were asked for, which is that of the answers. */
  #waiting: Waiting<Answer>[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(of: LineProcessOf) {
    this.#of = of
  }

  /** How many jobs are not answered yet. */
  get waiting(): number {
    return this.#waiting.length
  }

  /** Starts the process, for a job that is about to come. */
  warm(): void {
    this.#child ??= this.#start()
    if (this.waiting === 0) this.#watch()
  }

  /** What it answers to a job. Throws where it ends before that. */
  async ask(job: Job): Promise<Answer> {
    const child = (this.#child ??= this.#start())
    return await new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject })
      child.stdin.write(`${JSON.stringify(job)}\n`)
      this.#watch()
    })
  }

  /** Ends the process; what waits is given up. */
  close(): void {
    this.#end('closed')
  }

  #start() {
    const { args, log, says } = this.#of
    const child = spawn(process.execPath, args, { env: {}, stdio: ['pipe', 'pipe', 'pipe'] })
    child.stdin.on('error', () => {})
    const isCurrent = () => this.#child === child
    child.on('error', (error) => isCurrent() && this.#end(error.message))
    child.on('exit', (code, signal) => isCurrent() && this.#end(`exit ${code ?? signal}`))
    createInterface({ input: child.stdout }).on('line', (line) => isCurrent() && this.#answer(line))
    createInterface({ input: child.stderr }).on('line', (line) =>
      log.warn({ line: line.slice(0, 500) }, says.complains),
    )
    // It keeps no process alive that has nothing else to do.
    child.unref()
    for (const stream of [child.stdin, child.stdout, child.stderr])
      (stream as unknown as { unref(): void }).unref()
    return child
  }

  #answer(line: string): void {
    this.#waiting.shift()?.resolve(JSON.parse(line) as Answer)
    this.#watch()
  }

  /** Ends a process that is silent, or has nothing to do. */
  #watch(): void {
    const { silentMs, idleMs } = this.#of
    clearTimeout(this.#timer)
    const isIdle = this.waiting === 0
    this.#timer = setTimeout(() => this.#end(isIdle ? 'idle' : 'silent'), isIdle ? idleMs : silentMs)
    if (isIdle) this.#timer.unref()
  }

  #end(reason: string): void {
    clearTimeout(this.#timer)
    const child = this.#child
    this.#child = undefined
    child?.stdin.destroy()
    if (reason !== 'idle') child?.kill('SIGKILL')
    if (child && reason !== 'idle' && reason !== 'closed') this.#of.log.warn({ reason }, this.#of.says.ended)
    const waiting = this.#waiting
    this.#waiting = []
    for (const { reject } of waiting) reject(new Error(`${this.#of.says.ended}: ${reason}`))
  }
}
