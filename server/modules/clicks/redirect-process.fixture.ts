// A process that answers short links, for a test that stops it. Its settings come as JSON in the first argument.
import { pino } from 'pino'
import { createApp } from '#server/app.ts'
import { testConfig } from '#testing/config.ts'

const { databaseUrl, dataDir } = JSON.parse(process.argv[2]!) as { databaseUrl: string; dataDir: string }
const app = await createApp(testConfig(databaseUrl, { dataDir }), pino({ level: 'silent' }))
const address = await app.listen()
process.stdout.write(`${address}\n`)
process.on('SIGTERM', () => void app.close().then(() => process.exit(0)))
