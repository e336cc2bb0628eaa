// The whole product as `npm start` runs it, and one endpoint more (reward-endpoint.ts).
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { openDatabaseServer } from '#server/platform/database-server.ts'
import { createLog } from '#server/platform/log.ts'
import { migrate } from '#server/platform/migrate.ts'
import { endOnCrash, runProcess, say } from '#server/platform/run-process.ts'
import { rewardEndpoint } from './reward-endpoint.ts'

await runProcess(async ({ onStop }) => {
  const config = readConfig()
  const database = await openDatabaseServer(config, say, endOnCrash)
  onStop(database.stop)
  await migrate(database.url)
  const app = await createApp({ ...config, databaseUrl: database.url }, createLog(config.logLevel), {
    also: [rewardEndpoint],
  })
  onStop(app.close)
  await app.jobs.install()
  await app.work()
  await app.listen()
  say(`Crels is open at ${config.publicOrigin}`)
})
