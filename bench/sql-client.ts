// Runs the SqlPlan on its standard input and writes how fast that went.
import { json } from 'node:stream/consumers'
import { openPool } from '#server/platform/database.ts'
import type { SqlPlan } from './sql-load.ts'

const { databaseUrl, connections, text, values } = (await json(process.stdin)) as SqlPlan
const pool = openPool({ url: databaseUrl, poolSize: connections, asApp: true, name: 'bench' })
const clients = await Promise.all(Array.from({ length: connections }, () => pool.connect()))
// A connection's first run plans and compiles; the server's have long done so.
await Promise.all(
  clients.map(async (client, turn) => {
    await client.query('begin')
    await client.query(text, values[turn % values.length])
    await client.query('rollback')
  }),
)
const before = performance.now()
await Promise.all(
  clients.map(async (client, turn) => {
    for (let next = turn; next < values.length; next += connections) {
      await client.query('begin')
      await client.query(text, values[next])
      await client.query('commit')
    }
  }),
)
process.stdout.write(JSON.stringify({ perSecond: values.length / ((performance.now() - before) / 1000) }))
for (const client of clients) client.release()
await pool.end()
