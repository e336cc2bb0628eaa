import { generate } from './build/generate.ts'
import { buildWeb } from './build/web-build.ts'
import { readConfig, type Config } from './config.ts'
import { hasDevelopmentTools } from './development-tools.ts'
import { explainStart, openDatabaseServer } from './platform/database-server.ts'
import { freeMemory } from './platform/free-memory.ts'
import { createLog } from './platform/log.ts'
import { migrate } from './platform/migrate.ts'
import { keepFilesPrivate } from './platform/private-files.ts'
import { endOnCrash, runProcess, say, type Run } from './platform/run-process.ts'

/** Loads what a start runs on an open database. */
export async function loadProduct() {
  const [app, doctor, demo] = await Promise.all([
    import('./app.ts'),
    import('./doctor/say-at-start.ts'),
    import('./demo/load-if-empty.ts'),
  ])
  return { ...app, ...doctor, ...demo }
}

// Everything in one process: database, migrations, web app, demo data, HTTP and worker.
if (import.meta.main) await runProcess(start)

async function start(run: Run): Promise<void> {
  const config = readConfig()
  run.stopMayTakeLonger(config.drainSec)
  // Built things are built before what reads them is loaded.
  if (await generate()) say('Compiled the messages')
  // The product is loaded while the database starts.
  const product = loadProduct()
  product.catch(() => {})
  const database = await openDatabaseServer(config, say, endOnCrash)
  run.onStop(database.stop)
  try {
    await open({ ...config, databaseUrl: database.url }, config, product, run)
  } catch (error) {
    throw explainStart(config, error)
  }
}

async function open(
  config: Config & { databaseUrl: string },
  settings: Config,
  product: ReturnType<typeof loadProduct>,
  { onStop, stopping }: Run,
): Promise<void> {
  const applied = await migrate(config.databaseUrl)
  if (applied.length > 0) say(`Migrated the database (${applied.length} new)`)
  if (config.buildWeb && (await buildWeb(stopping))) say('Built the web app')
  // Built files stay readable for a web server; what follows is private.
  keepFilesPrivate()
  stopping.throwIfAborted()
  const log = createLog(config.logLevel)
  const { createApp, sayAtStart, loadDemoIfEmpty } = await product
  const app = await createApp(config, log, { settings })
  onStop(app.close)
  // The demo data takes longer than a stop may.
  stopping.throwIfAborted()
  const [demo] = await Promise.all([
    config.demoData ? loadDemoIfEmpty(app, say) : null,
    // Whoever adds a job before waits for the queues.
    app.jobs.install(),
  ])
  stopping.throwIfAborted()
  await app.work()
  await app.listen()
  say(`Crels is open at ${config.publicOrigin}`)
  void sayAtStart(app, log)
  if (config.env === 'development' && !hasDevelopmentTools(config))
    say(
      'No mailbox, demo data or movable clock: HOST or PUBLIC_ORIGIN is not of this machine (DEVELOPMENT_TOOLS)',
    )
  if (demo && config.env === 'development' && hasDevelopmentTools(config))
    say(`Demo creator: ${demo.email}, password ${demo.password}`)
  if (demo?.isNew) freeMemory()
}
