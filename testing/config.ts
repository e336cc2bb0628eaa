import { readConfig, type Config } from '../server/config.ts'
import { temporaryFolder } from './run-folder.ts'

/** Calls that compete for one thing: they take every connection more than twice over. */
export const manyAtOnce = 50

/** Settings for a test: nothing from the environment, a folder of its own, no limits unless the test asks. */
export function testConfig(
  databaseUrl: string,
  changes: Partial<Config> = {},
): Config & { databaseUrl: string } {
  const defaults = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent' })
  return {
    ...defaults,
    dataDir: changes.dataDir ?? temporaryFolder('data'),
    secret: 'the secret of all tests, long enough to be one',
    databasePool: 20,
    // On a slow machine the last of hundreds at once waits long for a connection, and is no failure.
    databaseWaitSec: 60,
    // A test of something else has no events in its pages.
    analytics: { ...defaults.analytics, isOn: false },
    rateLimit: false,
    mailsPerNetwork: null,
    port: 0,
    ...changes,
    databaseUrl,
  }
}
