import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { isEngineThere } from './click-store/engine.ts'
import { freePort } from './free-port.ts'
import { temporaryFolder } from './run-folder.ts'

const program = fileURLToPath(new URL('click-store/clickhouse-process.fixture.ts', import.meta.url))

/** Whether `npm ci --prefix testing/click-store` has been run. */
export const hasClickHouse = isEngineThere()

/** A ClickHouse for tests: its engine, in a process of its own on this machine. */
export class TestClickHouse {
  readonly #port: number
  #folder = temporaryFolder('clickhouse')
  #process: ChildProcess | undefined

  private constructor(port: number) {
    this.#port = port
  }

  static async start(): Promise<TestClickHouse> {
    const server = new TestClickHouse(await freePort())
    await server.start()
    return server
  }

  get url(): string {
    return `http://crels:crels@127.0.0.1:${this.#port}/crels`
  }

  /** Rows of a query. */
  async rows<Row>(query: string): Promise<Row[]> {
    const body = `${query} settings output_format_json_quote_64bit_integers = 0 format JSONEachRow`
    const { ok, text } = await fetch(`http://127.0.0.1:${this.#port}/?max_query_size=64000000`, {
      method: 'POST',
      body,
    }).then(async (response) => ({ ok: response.ok, text: await response.text() }))
    if (!ok) throw new Error(text)
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Row)
  }

  async start(): Promise<void> {
    this.#process = spawn(process.execPath, [program, this.#folder, String(this.#port)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    for await (const text of this.#process.stdout!) if (String(text).includes('ready')) break
    this.#process.stdout!.resume()
  }

  /** Ends it at once, as a machine that dies. */
  async kill(): Promise<void> {
    if (!this.#process || this.#process.exitCode !== null || this.#process.signalCode !== null) return
    const ended = once(this.#process, 'exit')
    this.#process.kill('SIGKILL')
    await ended
  }

  /** Starts it with nothing in it. */
  async startEmpty(): Promise<void> {
    await this.kill()
    this.#folder = temporaryFolder('clickhouse')
    await this.start()
  }
}
