import { createApp } from './app.ts'
import { readConfig } from './config.ts'
import { openDatabaseServer } from './platform/database-server.ts'
import { createLog } from './platform/log.ts'
import { endOnCrash, runProcess, say } from './platform/run-process.ts'

// The worker alone: the jobs of the queue, no HTTP.
await runProcess(async () => {
  const config = readConfig()
  const log = createLog(config.logLevel)
  const database = await openDatabaseServer(config, say, endOnCrash)
  const app = await createApp({ ...config, databaseUrl: database.url }, log)
  await app.work()
  say('Working')
  return async () => {
    await app.close()
    await database.stop()
  }
})
