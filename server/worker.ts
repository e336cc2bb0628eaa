import { createApp } from './app.ts'
import { readConfig } from './config.ts'
import { openDatabaseServer } from './platform/database-server.ts'
import { createLog } from './platform/log.ts'
import { endOnCrash, runProcess } from './platform/run-process.ts'

// The worker alone: the jobs of the queue, no HTTP.
await runProcess(async () => {
  const config = readConfig()
  const log = createLog(config.logLevel)
  const database = await openDatabaseServer(config, (line) => log.info(line), endOnCrash)
  const app = await createApp({ ...config, databaseUrl: database.url }, log)
  await app.work()
  log.info('Working')
  return async () => {
    await app.close()
    await database.stop()
  }
})
