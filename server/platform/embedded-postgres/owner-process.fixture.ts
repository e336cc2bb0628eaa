import { joinEmbeddedPostgres, startEmbeddedPostgres } from './start.ts'

/**
 * A process that owns an embedded server, for tests that kill it: prints one line of JSON (the address, or the problem
 * it met), ignores Ctrl-C as a draining site does, and stops in good order on SIGTERM.
 */
const [, , dataDir, mode] = process.argv
process.on('SIGINT', () => {})
try {
  const start = mode === 'join' ? joinEmbeddedPostgres : startEmbeddedPostgres
  const postgres = await start({ dataDir: dataDir!, log: () => {} })
  console.log(JSON.stringify({ url: postgres.url }))
  const stay = setInterval(() => {}, 60_000)
  process.once('SIGTERM', async () => {
    await postgres.stop()
    clearInterval(stay)
  })
} catch (error) {
  console.log(JSON.stringify({ name: (error as Error).name, message: (error as Error).message }))
}
