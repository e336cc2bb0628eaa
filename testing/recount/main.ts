import { readConfig } from '#server/config.ts'
import { joinDatabaseServer } from '#server/platform/database-server.ts'
import { openDatabase } from '#server/platform/database.ts'
import { recount } from './recount.ts'

// `npm run recount`: the installation's own books (DATA_DIR or DATABASE_URL), read only. Status 1 when a rule is broken.
const config = readConfig()
const server = await joinDatabaseServer(config)
const db = openDatabase({ url: server.url, poolSize: 1, name: 'crels recount' })
try {
  const { figures, broken } = await recount(db)
  for (const [name, figure] of Object.entries(figures)) process.stdout.write(`${name}: ${figure}\n`)
  for (const line of broken) process.stdout.write(`BROKEN ${line}\n`)
  if (broken.length > 0) process.exitCode = 1
  else process.stdout.write('Every earning is what the rules make of it\n')
} finally {
  await db.destroy()
  await server.stop()
}
