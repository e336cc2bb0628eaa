import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Redis } from 'ioredis'
import { freePort } from './free-port.ts'
import { temporaryFolder } from './run-folder.ts'

const program = ['redis-server', 'valkey-server'].find((name) => spawnSync(name, ['--version']).status === 0)

/** Debian's package of this name has it, as `valkey-server` newer ones. */
export const hasRedis = program !== undefined

/** A Redis that keeps nothing on a disk, at one address however often it is killed. */
export class TestRedis {
  readonly #port: number
  #process: ChildProcess | undefined

  private constructor(port: number) {
    this.#port = port
  }

  static async start(): Promise<TestRedis> {
    const redis = new TestRedis(await freePort())
    await redis.start()
    return redis
  }

  get url(): string {
    return `redis://127.0.0.1:${this.#port}/0`
  }

  async start(): Promise<void> {
    const args = ['--port', String(this.#port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
    this.#process = spawn(program!, [...args, '--dir', temporaryFolder('redis')], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    for await (const text of this.#process.stdout!)
      if (String(text).includes('Ready to accept connections')) break
    this.#process.stdout!.resume()
  }

  /** Has it hang: it takes connections and answers nothing. */
  pause(): void {
    this.#process!.kill('SIGSTOP')
  }

  resume(): void {
    this.#process!.kill('SIGCONT')
  }

  async kill(): Promise<void> {
    if (!this.#process || this.#process.exitCode !== null || this.#process.signalCode !== null) return
    const ended = once(this.#process, 'exit')
    this.#process.kill('SIGKILL')
    await ended
  }

  /** Forgets everything, and answers the keys that there were. Throws at once where it is away. */
  async wipe(): Promise<string[]> {
    const client = new Redis(this.url, { lazyConnect: true, retryStrategy: () => null })
    client.on('error', () => {})
    try {
      const keys = await client.keys('*')
      await client.flushall()
      return keys
    } finally {
      client.disconnect()
    }
  }
}
