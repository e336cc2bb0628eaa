import { generate } from './build/generate.ts'
import { buildWeb } from './build/web-build.ts'
import { readConfig } from './config.ts'
import { openDatabaseServer } from './platform/database-server.ts'
import { createLog } from './platform/log.ts'
import { migrate } from './platform/migrate.ts'
import { endOnCrash, runProcess, say } from './platform/run-process.ts'

// Everything in one process: database, migrations, web app, demo data, HTTP and worker.
await runProcess(async () => {
  const config = readConfig()
  // Built things are built before what reads them is loaded.
  if (await generate()) say('Compiled the messages')
  const { createApp } = await import('./app.ts')
  const { loadDemoIfEmpty } = await import('./demo/load-if-empty.ts')
  const database = await openDatabaseServer(config, say, endOnCrash)
  let close = async () => await database.stop()
  try {
    const applied = await migrate(database.url)
    if (applied.length > 0) say(`Migrated the database (${applied.length} new)`)
    if (config.buildWeb && (await buildWeb())) say('Built the web app')
    const app = await createApp({ ...config, databaseUrl: database.url }, createLog(config.logLevel))
    close = async () => {
      await app.close()
      await database.stop()
    }
    await app.jobs.install()
    const demo = config.demoData ? await loadDemoIfEmpty(app, say) : null
    await app.work()
    await app.listen()
    say(`Crels is open at ${config.publicOrigin}`)
    if (demo && config.env === 'development') say(`Demo creator: ${demo.email}, password ${demo.password}`)
    return close
  } catch (error) {
    await close().catch(() => {})
    throw error
  }
})
