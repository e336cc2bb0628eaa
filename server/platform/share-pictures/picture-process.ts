import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { problem } from '../http/problems.ts'
import type { PictureJob } from './draw-process.ts'

/** For a picture, with the start of the process where it is the first. */
const drawingMs = 20_000
/** How long the process waits for another picture. */
const idleMs = 30_000

interface Waiting {
  resolve: (image: Buffer) => void
  reject: (error: Error) => void
}

/**
 * The process that draws share pictures, beside the one that answers: a picture takes some 300 ms of work, which would
 * hold up every request. It starts with the first picture, and ends when it was not needed for a while.
 */
export class PictureProcess {
  readonly #log: Logger
  #child: ChildProcessByStdio<Writable, Readable, Readable> | undefined
  /** In the order they were asked for, which is that of the answers. */
  #waiting: Waiting[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(log: Logger) {
    this.#log = log
  }

  /** A PNG image. Throws `unavailable` where the process ends before it is drawn. */
  async draw(job: PictureJob): Promise<Buffer> {
    const child = (this.#child ??= this.#start())
    return await new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject })
      child.stdin.write(`${JSON.stringify(job)}\n`)
      this.#watch()
    })
  }

  /** Ends the process. What is being drawn is given up. */
  close(): void {
    this.#end('closed')
  }

  #start() {
    const script = fileURLToPath(new URL('draw-process.ts', import.meta.url))
    const child = spawn(process.execPath, [script], { env: {}, stdio: ['pipe', 'pipe', 'pipe'] })
    child.stdin.on('error', () => {})
    const isCurrent = () => this.#child === child
    child.on('error', (error) => isCurrent() && this.#end(error.message))
    child.on('exit', (code, signal) => isCurrent() && this.#end(`exit ${code ?? signal}`))
    createInterface({ input: child.stdout }).on('line', (line) => isCurrent() && this.#answer(line))
    createInterface({ input: child.stderr }).on('line', (line) =>
      this.#log.warn({ drawing: line.slice(0, 500) }, 'a share picture was not drawn'),
    )
    // It keeps no process alive that has nothing else to do.
    child.unref()
    for (const stream of [child.stdin, child.stdout, child.stderr])
      (stream as unknown as { unref(): void }).unref()
    return child
  }

  #answer(line: string): void {
    const next = this.#waiting.shift()
    const image = JSON.parse(line) as string | null
    if (image === null) next?.reject(problem('unavailable', { internal: 'A share picture was not drawn' }))
    else next?.resolve(Buffer.from(image, 'base64'))
    this.#watch()
  }

  /** Ends a process that takes too long for a picture, or has none to draw. */
  #watch(): void {
    clearTimeout(this.#timer)
    const isIdle = this.#waiting.length === 0
    this.#timer = setTimeout(() => this.#end(isIdle ? 'idle' : 'too slow'), isIdle ? idleMs : drawingMs)
    if (isIdle) this.#timer.unref()
  }

  #end(reason: string): void {
    clearTimeout(this.#timer)
    const child = this.#child
    this.#child = undefined
    child?.stdin.destroy()
    if (reason !== 'idle') child?.kill('SIGKILL')
    const waiting = this.#waiting
    this.#waiting = []
    for (const { reject } of waiting)
      reject(problem('unavailable', { internal: `The drawing process ended: ${reason}` }))
  }
}
