// The whole product as `npm start` runs it, all of whose statements keep their plans by name, or none but those of lists:
// SIGUSR2 turns it, and both are the same process with the same connections.
import { createHash } from 'node:crypto'
import pg from 'pg'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { openDatabaseServer } from '#server/platform/database-server.ts'
import { createLog } from '#server/platform/log.ts'
import { migrate } from '#server/platform/migrate.ts'
import { endOnCrash, runProcess, say } from '#server/platform/run-process.ts'

type Query = (this: pg.Client, asked: unknown, values?: unknown, ...more: unknown[]) => unknown

let isNamed = false
process.on('SIGUSR2', () => (isNamed = !isNamed))
const names = new Map<string, string>()
const prototype = pg.Client.prototype as unknown as { query: Query }
const plain = prototype.query
prototype.query = function (asked, values, ...more) {
  if (!isNamed || typeof asked !== 'string' || !Array.isArray(values) || values.length === 0)
    return plain.call(this, asked, values, ...more)
  const name = names.get(asked) ?? createHash('sha256').update(asked).digest('hex').slice(0, 32)
  names.set(asked, name)
  return plain.call(this, { name, text: asked, values }, ...more)
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
