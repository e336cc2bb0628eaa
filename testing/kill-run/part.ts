import { startProgram, type Program, type Whereabouts } from '../processes.ts'
import { killProgram, startsWithinMs, within } from './site.ts'

/** One process of a site: how it is started, and its lives. */
export class Part {
  /** All its lives, the present one last. */
  readonly programs: Program[] = []
  readonly startsMs: number[] = []
  readonly #command: string[]
  readonly #settings: Record<string, string>
  readonly #opensWith: string
  /** Whose code it is, if not this checkout's; its next life may be of another. */
  whereabouts: Whereabouts = {}
  #isAlive = false

  /** `opensWith` is what it says when it is open. */
  constructor(command: string[], settings: Record<string, string>, opensWith: string) {
    this.#command = command
    this.#settings = settings
    this.#opensWith = opensWith
  }

  /** A process that serves at `port`. */
  static serving(settings: Record<string, string>, port: string): Part {
    return new Part([process.execPath, 'server/http.ts'], { ...settings, PORT: port }, 'Crels is open at ')
  }

  /** A process that works on jobs, with these options of Node. */
  static working(settings: Record<string, string>, options: string[] = []): Part {
    return new Part([process.execPath, ...options, 'server/worker.ts'], settings, 'Crels works on its jobs')
  }

  /** False before its first start, and when it was killed. */
  get isAlive(): boolean {
    return this.#isAlive
  }

  /** Its present life. */
  get program(): Program {
    return this.programs.at(-1)!
  }

  /** Starts it, if it does not live, and resolves when it is open; throws with what it said when it needs a hand. */
  async start(): Promise<void> {
    if (this.#isAlive) return
    const began = performance.now()
    await within(startsWithinMs, 'start', this.launch().saying(this.#opensWith))
    this.startsMs.push(performance.now() - began)
  }

  /** Starts it and does not wait. */
  launch(): Program {
    const program = startProgram(this.#command, this.#settings, undefined, this.whereabouts)
    this.programs.push(program)
    this.#isAlive = true
    return program
  }

  async kill(): Promise<void> {
    await killProgram(this.program)
    this.#isAlive = false
  }

  /** Has it end by itself, as an upgrade does; throws with what it said where that is not as it should be. */
  async retire(): Promise<void> {
    this.program.kill('SIGTERM')
    const { status, stderr } = await this.program.ended
    if (status !== 0) throw new Error(`It ended with status ${status}: ${stderr}`)
    this.#isAlive = false
  }

  /** It was ended by other means. */
  hasEnded(): void {
    this.#isAlive = false
  }
}
