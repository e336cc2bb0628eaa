import { cp } from 'node:fs/promises'
import path from 'node:path'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { createApp } from '../server/app.ts'
import { builtWebDir, buildWeb } from '../server/build/web-build.ts'
import { migrate } from '../server/platform/migrate.ts'
import { chromiumPath } from './browser.ts'
import { testConfig } from './config.ts'
import { useLegs } from './ledger-legs.ts'
import { spreadLedger, useOutsideServer } from './outside-server.ts'
import { startTestPostgres } from './postgres.ts'
import { openRunFolder, temporaryFolder } from './run-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the migrated template is that each test file clones. */
    templateUrl: string
    /** The built web app: a copy, so that a build during the run does not take it away. */
    webDir: string
    /** The same without what pages load: its hundreds of routes are a third of what opening the product takes. */
    webDirWithoutAssets: string
  }
}

/** One PostgreSQL for the whole run, or that of TEST_SERVER_URL, with a migrated template. */
export default async function setup(project: TestProject) {
  const removeRunFolder = openRunFolder()
  const outside = process.env.TEST_SERVER_URL
  const postgres = await (outside ? useOutsideServer(outside) : startTestPostgres())
  const templateUrl = postgres.url('crels')
  await migrate(templateUrl)
  if (process.env.LEDGER_LEGS) await useLegs(templateUrl)
  if (outside) await spreadLedger(templateUrl)
  const app = await createApp(testConfig(templateUrl), pino({ level: 'silent' }))
  await app.jobs.install()
  await app.close()
  project.provide('templateUrl', templateUrl)
  await buildWeb()
  // Four processes that unpack the same browser at once, on a new machine, start it half written.
  await chromiumPath()
  project.provide('webDir', await copyOfWeb())
  project.provide('webDirWithoutAssets', await copyOfWeb('assets', 'console'))
  return async () => {
    await postgres.stop()
    removeRunFolder()
  }
}

async function copyOfWeb(...without: string[]): Promise<string> {
  const webDir = temporaryFolder('web')
  const left = new Set(without.map((folder) => path.join(builtWebDir, folder)))
  await cp(builtWebDir, webDir, { recursive: true, filter: (file) => !left.has(file) })
  return webDir
}
