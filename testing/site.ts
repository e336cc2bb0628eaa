import { createServer } from 'node:net'
import type { Config } from '../server/config.ts'
import { startTestApp, type TestApp } from './app.ts'

export interface TestSite extends TestApp {
  /** Where the site is open, e.g. `http://localhost:40123`. */
  origin: string
}

/** The whole product, listening on a free port of this machine and working on its queue. */
export async function startTestSite(changes: Partial<Config> = {}): Promise<TestSite> {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const app = await startTestApp({ host: '127.0.0.1', port, publicOrigin: origin, ...changes })
  await app.listen()
  await app.work()
  return { ...app, origin }
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as { port: number }
  await new Promise((resolve) => probe.close(resolve))
  return port
}
