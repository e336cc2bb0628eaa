import { spawnSync } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { freePort } from './free-port.ts'
import { endPrograms, startProgram } from './processes.ts'
import { temporaryFolder } from './run-folder.ts'

const hasCaddy = spawnSync('caddy', ['version']).error === undefined
const example = fileURLToPath(new URL('../deploy/proxy/Caddyfile', import.meta.url))

const servers: Server[] = []
afterAll(async () => {
  await endPrograms()
  for (const server of servers) server.close()
})

/** A process that is not ready, as while the database is away, and answers all the same. */
async function startUnready(): Promise<string> {
  const server = createServer(({ url }, response) =>
    response.writeHead(url === '/readyz' ? 503 : url!.startsWith('/s/') ? 302 : 200).end(),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  servers.push(server)
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

test.skipIf(!hasCaddy)(
  'behind Caddy by its example short links go on while no process is ready, and where one is gone (skipped without caddy)',
  async () => {
    const folder = temporaryFolder('caddy')
    const port = await freePort()
    startProgram(['caddy', 'run', '--adapter', 'caddyfile', '--config', example], {
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      CADDY_ADMIN: `127.0.0.1:${await freePort()}`,
      CRELS_HOST: `http://127.0.0.1:${port}`,
      CRELS_UPSTREAMS: `127.0.0.1:${await freePort()} ${await startUnready()}`,
    })
    const status = async (url: string) =>
      await fetch(`http://127.0.0.1:${port}${url}`, { redirect: 'manual' }).then(
        (response) => response.status,
        () => 0,
      )
    await expect.poll(async () => await status('/campaigns')).toBe(503)
    for (let visits = 0; visits < 10; visits += 1) expect(await status('/s/abcdefg')).toBe(302)
    expect(await status('/campaigns')).toBe(503)
  },
)
