// The whole product as `npm start` runs it, which plans its marked statements each time, as behind a pooler, or keeps their
// plans: SIGUSR2 turns it, and both are the same process with the same connections.
import pg from 'pg'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { openDatabaseServer } from '#server/platform/database-server.ts'
import { createLog } from '#server/platform/log.ts'
import { migrate } from '#server/platform/migrate.ts'
import { mark } from '#server/platform/prepared-statements.ts'
import { endOnCrash, runProcess, say } from '#server/platform/run-process.ts'

type Query = (this: pg.Client, asked: unknown, ...more: unknown[]) => unknown

let isKept = false
process.on('SIGUSR2', () => (isKept = !isKept))
const prototype = pg.Client.prototype as unknown as { query: Query }
const plain = prototype.query
prototype.query = function (asked, ...more) {
  if (isKept || !isMarked(asked)) return plain.call(this, asked, ...more)
  return plain.call(this, asked.text, asked.values, ...more)
}

function isMarked(asked: unknown): asked is { text: string; values: unknown[] } {
  const { name, text } = (asked ?? {}) as { name?: unknown; text?: unknown }
  return typeof name === 'string' && typeof text === 'string' && text.endsWith(mark)
}

await runProcess(async ({ onStop }) => {
  const config = readConfig()
  const database = await openDatabaseServer(config, say, endOnCrash)
  onStop(database.stop)
  await migrate(database.url)
  const app = await createApp({ ...config, databaseUrl: database.url }, createLog(config.logLevel))
  onStop(app.close)
  await app.jobs.install()
  await app.work()
  await app.listen()
  say(`Crels is open at ${config.publicOrigin}`)
})
