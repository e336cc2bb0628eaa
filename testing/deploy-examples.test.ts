import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { endpoints } from '../contracts/endpoints.ts'
import { operatorEndpoints } from '../contracts/operator-endpoints.ts'
import { compose, read, root, units } from './deploy-files.ts'
import { nginxExample } from './nginx-example.ts'
import { has } from './programs.ts'
import { temporaryFolder } from './run-folder.ts'

// What the programs themselves say of the files that deploy/ has for them.

test.skipIf(!has('systemd-analyze'))(
  'systemd finds the units right (skipped without systemd-analyze)',
  () => {
    const folder = temporaryFolder('units')
    for (const name of units) {
      const text = read(`deploy/systemd/${name}`)
        .replaceAll('/opt/crels/current', root.replace(/\/$/, ''))
        .replaceAll('/etc/crels/crels.env', path.join(root, 'deploy/systemd/crels.env'))
      writeFileSync(path.join(folder, name), text)
    }
    const files = units.map((name) => path.join(folder, name.replace('@', '@3001')))
    for (const name of units.filter((unit) => unit.includes('@')))
      writeFileSync(path.join(folder, name.replace('@', '@3001')), readFileSync(path.join(folder, name)))
    const { stderr, status } = spawnSync('systemd-analyze', ['verify', '--man=no', ...files], {
      encoding: 'utf8',
    })
    // It also looks at the units of the machine, which are none of ours.
    expect(stderr.split('\n').filter((line) => line.includes('crels'))).toEqual([])
    expect(status).toBe(0)
  },
)

test('what the log of clicks acknowledges is on its disk: the file that had it is removed then', () => {
  const [jetstream] = /^jetstream \{[^}]*\}/m.exec(read('deploy/nats/nats.conf'))!
  expect(jetstream).toMatch(/^ {2}sync_interval: always$/m)
})

const natsVersion = has('nats-server')
  ? execFileSync('nats-server', ['--version'], { encoding: 'utf8' })
      .match(/v(\d+)\.(\d+)/)!
      .slice(1)
      .map(Number)
  : [0, 0]

test.skipIf(natsVersion[0]! < 2 || (natsVersion[0] === 2 && natsVersion[1]! < 10))(
  'NATS takes its configuration (skipped without nats-server 2.10 or newer)',
  () => {
    const { stderr, status } = spawnSync(
      'nats-server',
      ['-t', '-c', path.join(root, 'deploy/nats/nats.conf')],
      { encoding: 'utf8', env: { ...process.env, NATS_NAME: 'nats', NATS_PASSWORD: 'p' } },
    )
    expect({ status, stderr }).toMatchObject({ status: 0 })
  },
)

test.skipIf(!has('nats-server'))(
  'a password that looks like a number is one that NATS takes (skipped without nats-server)',
  () => {
    const file = path.join(temporaryFolder('nats'), 'nats.conf')
    // Debian 12's knows no `sync_interval`.
    writeFileSync(file, read('deploy/nats/nats.conf').replace(/^ *sync_interval.*$/m, ''))
    const start = (template: string) =>
      spawnSync('nats-server', ['-t', '-c', file], {
        encoding: 'utf8',
        env: {
          ...process.env,
          NATS_NAME: 'nats',
          NATS_PASSWORD: template.replace('${NATS_PASSWORD:-}', '12345'),
        },
      }).status
    expect(start('${NATS_PASSWORD:-}')).toBe(1)
    expect(start(compose.services.nats!.environment!.NATS_PASSWORD!)).toBe(0)
  },
)

test('each proxy hands on the largest body that an endpoint takes', () => {
  const largest = Math.max(...[...endpoints, ...operatorEndpoints].map(({ bodyLimit = 0 }) => bodyLimit))
  expect(largest).toBeGreaterThan(1_000_000)
  const limits = [
    /client_max_body_size (\d+)m;/.exec(read('deploy/proxy/nginx.conf')),
    /proxy-body-size: (\d+)m$/m.exec(read('deploy/kubernetes/crels.yaml')),
  ]
  for (const limit of limits) expect(Number(limit![1]) * 1024 * 1024).toBeGreaterThan(largest)
  // Caddy has no limit of its own.
  expect(read('deploy/proxy/Caddyfile')).not.toContain('request_body')
})

test.skipIf(!has('nginx'))('nginx takes its example (skipped without nginx)', () => {
  const folder = temporaryFolder('nginx')
  const config = nginxExample(folder, { http: 18_080, https: 18_443 })
  const { stderr, status } = spawnSync('nginx', ['-t', '-p', folder, '-c', config], { encoding: 'utf8' })
  // Since 1.25 it would have HTTP/2 in a line of its own, which Debian 12's 1.22 refuses.
  const said = stderr
    .match(/\[(?:warn|error|emerg)\].*/g)
    ?.filter((line) => !line.includes('"listen ... http2" directive is deprecated'))
  expect({ status, said: said ?? [] }).toEqual({ status: 0, said: [] })
})

test.skipIf(!has('caddy'))('Caddy takes its example (skipped without caddy)', () => {
  const folder = temporaryFolder('caddy')
  const { stderr, status } = spawnSync(
    'caddy',
    ['validate', '--adapter', 'caddyfile', '--config', path.join(root, 'deploy/proxy/Caddyfile')],
    {
      encoding: 'utf8',
      env: {
        ...process.env,
        HOME: folder,
        XDG_DATA_HOME: folder,
        XDG_CONFIG_HOME: folder,
        CRELS_HOST: 'crels.example',
        CRELS_UPSTREAMS: '127.0.0.1:3001 127.0.0.1:3002',
      },
    },
  )
  expect({ status, stderr }).toMatchObject({
    status: 0,
    stderr: expect.not.stringContaining('"warn"') as string,
  })
})
