/**
 * ClickHouse's engine (chdb) behind as much of its HTTP interface as its own client uses: `node … FOLDER PORT`. One
 * statement at a time. Killed like a server, and started again on the same folder.
 */
import { createServer, type IncomingMessage } from 'node:http'
import { engine } from './engine.ts'

const Session = engine()
const [folder, port] = process.argv.slice(2)
const session = new Session(folder!)
session.query('create database if not exists crels')
session.query('use crels')

/** What the client sends beside settings of the engine. */
const notSettings = new Set([
  'query',
  'query_id',
  'database',
  'session_id',
  'default_format',
  'enable_http_compression',
])

const server = createServer((request, response) => {
  void answer(request).then(
    (body) => response.end(body),
    (error: unknown) => {
      const said = error instanceof Error ? error.message : String(error)
      const code = /Code: (\d+)/.exec(said)?.[1] ?? '1'
      response.writeHead(500, { 'x-clickhouse-exception-code': code }).end(said.replace(/^.*?(?=Code:)/s, ''))
    },
  )
})
server.listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'))

async function answer(request: IncomingMessage): Promise<string> {
  const { pathname, searchParams } = new URL(request.url!, 'http://127.0.0.1')
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  if (pathname === '/ping') return 'Ok.\n'
  const body = Buffer.concat(chunks).toString('latin1')
  const query = searchParams.get('query')
  const settings = [...searchParams].filter(([name]) => !notSettings.has(name) && !name.startsWith('param_'))
  for (const [name, value] of settings) session.query(`set ${name} = '${value.replaceAll("'", "''")}'`)
  try {
    const text = query === null ? body : `${query.trim()}\n${body}`
    return session.query(text, 'TabSeparated')
  } finally {
    for (const [name] of settings) session.query(`set ${name} = default`)
  }
}
