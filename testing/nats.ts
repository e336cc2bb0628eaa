import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { temporaryFolder } from './run-folder.ts'

/** Debian's package of this name has it. */
export const hasNats = spawnSync('nats-server', ['--version']).status === 0

interface Node {
  port: number
  clusterPort: number
  folder: string
  process?: ChildProcess
}

/** Servers of NATS with JetStream on this machine, of which each may be killed and come back. */
export class TestNats {
  readonly #nodes: Node[]

  private constructor(nodes: Node[]) {
    this.#nodes = nodes
  }

  static async start(count = 3): Promise<TestNats> {
    const nodes: Node[] = []
    for (let at = 0; at < count; at++)
      nodes.push({ port: await freePort(), clusterPort: await freePort(), folder: temporaryFolder('nats') })
    const nats = new TestNats(nodes)
    await Promise.all(nodes.map(async (_, at) => await nats.start(at)))
    return nats
  }

  get urls(): string[] {
    return this.#nodes.map(({ port }) => `nats://127.0.0.1:${port}`)
  }

  /** With a password it lets in user `crels` alone; `isEmpty` forgets what it had. */
  async start(at: number, given: { password?: string; isEmpty?: boolean } = {}): Promise<void> {
    const node = this.#nodes[at]!
    if (given.isEmpty) node.folder = temporaryFolder('nats')
    const routes = this.#nodes.map(({ clusterPort }) => `nats://127.0.0.1:${clusterPort}`).join(',')
    const own = ['-a', '127.0.0.1', '-p', String(node.port), '-n', `node-${at}`, '-js', '-sd', node.folder]
    const cluster = [
      '--cluster_name',
      'crels',
      '--cluster',
      `nats://127.0.0.1:${node.clusterPort}`,
      '--routes',
      routes,
    ]
    const users = given.password ? ['--user', 'crels', '--pass', given.password] : []
    const log = ['--log', path.join(node.folder, 'log')]
    node.process = spawn(
      'nats-server',
      [...own, ...(this.#nodes.length > 1 ? cluster : []), ...users, ...log],
      { stdio: 'ignore' },
    )
    while (!(await answers(node.port))) await delay(50)
  }

  /** Ends one at once. */
  async kill(at: number): Promise<void> {
    const { process } = this.#nodes[at]!
    if (!process || process.exitCode !== null || process.signalCode !== null) return
    const ended = once(process, 'exit')
    process.kill('SIGKILL')
    await ended
  }

  async stop(): Promise<void> {
    await Promise.all(this.#nodes.map(async (_, at) => await this.kill(at)))
  }
}

async function answers(port: number): Promise<boolean> {
  return await new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', () => resolve(false))
    socket.once('data', () => {
      socket.destroy()
      resolve(true)
    })
  })
}
