// A process that answers short links on a machine whose clock is wrong. Its settings come as JSON in the first argument.
import { pino } from 'pino'

const { databaseUrl, dataDir, aheadMs } = JSON.parse(process.argv[2]!) as {
  databaseUrl: string
  dataDir: string
  aheadMs: number
}
const right = Date.now
Date.now = () => right() + aheadMs
const { createApp } = await import('#server/app.ts')
const { testConfig } = await import('#testing/config.ts')
const log = pino({ level: 'error' }, pino.destination(2))
const app = await createApp(testConfig(databaseUrl, { dataDir }), log)
const address = await app.listen()
process.stdout.write(`${address}\n`)
process.on('SIGTERM', () => void app.close().then(() => process.exit(0)))
