import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { askServer } from './ask-server.ts'
import { freePort } from './free-port.ts'
import { closedLater, startProgram } from './processes.ts'
import { temporaryFolder } from './run-folder.ts'

/** HAProxy, where this machine has it. */
export const haproxy = ['haproxy', '/usr/sbin/haproxy'].find((name) => spawnSync(name, ['-v']).status === 0)

/** A PostgreSQL behind it: where HAProxy finds it, and the port that says whether it is the primary. */
export interface ServerBehind {
  at: string
  role: number
}

/** HAProxy by its recipe: all connections to whichever server is the primary. Answers its port; `endPrograms` ends it. */
export async function startHaproxy(servers: ServerBehind[]): Promise<number> {
  const port = await freePort()
  const file = join(temporaryFolder('haproxy'), 'haproxy.cfg')
  const recipe = readFileSync(new URL('../deploy/ha/haproxy.cfg', import.meta.url), 'utf8')
  const lines = servers.map(({ at, role }, n) => `  server pg${n} ${at} check port ${role} addr 127.0.0.1`)
  const config = recipe
    .replace('bind 127.0.0.1:5000', `bind 127.0.0.1:${port}`)
    .replaceAll(/^ {2}server .*\n/gm, '')
  writeFileSync(file, `${config.trimEnd()}\n${lines.join('\n')}\n`)
  startProgram([haproxy!, '-f', file, '-db'], {})
  return port
}

/**
 * Answers as Patroni's REST interface does: 200 at a primary that `leads`, as one does that has the lock, 503 elsewhere.
 * `endPrograms` ends it.
 */
export async function startRole(url: string, leads = () => true): Promise<number> {
  const server: Server = createServer((_, response) => {
    void askServer<{ standby: boolean }>(url, 'select pg_is_in_recovery() as standby', { withinMs: 1_000 })
      .then(([row]) => response.writeHead(row!.standby || !leads() ? 503 : 200).end())
      .catch(() => response.writeHead(503).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closedLater(async () => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}
