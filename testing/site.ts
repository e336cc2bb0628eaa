import { inject } from 'vitest'
import type { AppParts } from '../server/app.ts'
import type { Config } from '../server/config.ts'
import { startTestApp, type TestApp } from './app.ts'
import { freePort } from './free-port.ts'

/**
 * What is enqueued wakes its worker; for what is due later the workers look five times less often than they do for
 * people: twenty questions a second were a twentieth of a core for each site that is open.
 */
const lookSeconds = 10

export interface TestSite extends TestApp {
  /** Where the site is open, e.g. `http://localhost:40123`. */
  origin: string
}

/** The whole product, listening on a free port of this machine and working on its queue unless it `works` not. */
export async function startTestSite(
  changes: Partial<Config> = {},
  { works = true, ...parts }: { works?: boolean } & AppParts = {},
): Promise<TestSite> {
  const port = changes.port ?? (await freePort())
  const origin = `http://localhost:${port}`
  const address = { host: '127.0.0.1', port, publicOrigin: origin }
  const app = await startTestApp(
    { ...address, ...changes },
    { lookSeconds, webDir: inject('webDir'), ...parts },
  )
  await app.listen()
  if (works) await app.work()
  return { ...app, origin }
}
