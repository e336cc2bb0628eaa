import { createApp } from './app.ts'
import { readConfig } from './config.ts'
import { openDatabaseServer } from './platform/database-server.ts'
import { createLog } from './platform/log.ts'
import { endOnCrash, runProcess, say } from './platform/run-process.ts'

// HTTP alone, on a migrated database, for installations that run several of these beside a worker.
await runProcess(async () => {
  const config = readConfig()
  const log = createLog(config.logLevel)
  const database = await openDatabaseServer(config, say, endOnCrash)
  const app = await createApp({ ...config, databaseUrl: database.url }, log)
  await app.jobs.install()
  await app.listen()
  say(`Crels is open at ${config.publicOrigin}`)
  return async () => {
    await app.close()
    await database.stop()
  }
})
