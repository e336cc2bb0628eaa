import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { connect, type SecureVersion } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { freePort } from './free-port.ts'
import { nginxExample } from './nginx-example.ts'
import { endPrograms, startProgram } from './processes.ts'
import { has } from './programs.ts'
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

/** The version of TLS that a server speaks with a client of one version alone; null where it refuses. */
async function spoken(port: number, version: SecureVersion): Promise<string | null> {
  const socket = connect({
    host: '127.0.0.1',
    port,
    servername: 'crels.example',
    minVersion: version,
    maxVersion: version,
    rejectUnauthorized: false,
    // What 1.0 and 1.1 need is off in the library by default.
    ciphers: 'DEFAULT:@SECLEVEL=0',
  })
  try {
    await once(socket, 'secureConnect')
    return socket.getProtocol()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') throw error
    return null
  } finally {
    socket.destroy()
  }
}

async function expectTls12And13Alone(port: number): Promise<void> {
  await expect.poll(async () => await spoken(port, 'TLSv1.3'), { timeout: 30_000 }).toBe('TLSv1.3')
  expect(await spoken(port, 'TLSv1.2')).toBe('TLSv1.2')
  expect(await spoken(port, 'TLSv1.1')).toBeNull()
  expect(await spoken(port, 'TLSv1')).toBeNull()
}

test.skipIf(!hasCaddy)(
  'Caddy by its example speaks TLS 1.2 and 1.3 alone (skipped without caddy)',
  async () => {
    const folder = temporaryFolder('caddy-tls')
    const port = await freePort()
    const settings = {
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      CRELS_HOST: 'crels.example',
      CRELS_UPSTREAMS: `127.0.0.1:${await freePort()}`,
    }
    const adapted = execFileSync('caddy', ['adapt', '--config', example], {
      encoding: 'utf8',
      stdio: 'pipe',
      env: { PATH: process.env.PATH, ...settings },
    })
    const config = JSON.parse(adapted) as {
      admin?: object
      apps: Record<string, object> & { http: { servers: Record<string, object> } }
    }
    // On this machine, by a certificate of its own making; all else as it is.
    config.admin = { disabled: true }
    Object.assign(Object.values(config.apps.http.servers)[0]!, {
      listen: [`127.0.0.1:${port}`],
      protocols: ['h1', 'h2'],
      automatic_https: { disable_redirects: true },
    })
    config.apps.tls = { automation: { policies: [{ issuers: [{ module: 'internal' }] }] } }
    config.apps.pki = { certificate_authorities: { local: { install_trust: false } } }
    const file = path.join(folder, 'caddy.json')
    writeFileSync(file, JSON.stringify(config))
    startProgram(['caddy', 'run', '--config', file], settings)
    await expectTls12And13Alone(port)
  },
)

test.skipIf(!has('nginx'))(
  'nginx by its example speaks TLS 1.2 and 1.3 alone (skipped without nginx)',
  async () => {
    const port = await freePort()
    const config = nginxExample(temporaryFolder('nginx-tls'), { http: await freePort(), https: port })
    startProgram(['nginx', '-p', path.dirname(config), '-c', config, '-g', 'daemon off;'], {})
    await expectTls12And13Alone(port)
  },
)
