import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { createApp } from '../server/app.ts'
import { migrate } from '../server/platform/migrate.ts'
import { testConfig } from './config.ts'
import { startTestPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the migrated template is that each test file clones. */
    templateUrl: string
  }
}

/** One PostgreSQL for the whole run, with a migrated template. */
export default async function setup(project: TestProject) {
  const postgres = await startTestPostgres()
  const templateUrl = postgres.url('crels')
  await migrate(templateUrl)
  const app = await createApp(testConfig(templateUrl), pino({ level: 'silent' }))
  await app.jobs.install()
  await app.close()
  project.provide('templateUrl', templateUrl)
  return async () => await postgres.stop()
}
