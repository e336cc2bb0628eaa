import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Server } from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { runCluster } from '#server/platform/embedded-postgres/run-cluster.ts'
import { databaseAccount, giveToDatabaseAccount } from './database-account.ts'
import { freePort } from './free-port.ts'
import { readPatroniRecipe, type PatroniRecipe } from './patroni.ts'
import { has } from './programs.ts'
import { databaseFolder, temporaryFolder } from './run-folder.ts'

// The recipe for high availability: its files with each other, and with the programs of Debian that read them.
const root = fileURLToPath(new URL('../', import.meta.url))
const read = (name: string) => readFileSync(path.join(root, name), 'utf8')

const servers: Server[] = []
afterAll(() => {
  for (const server of servers) server.close()
})

const recipe = { patroni: read('deploy/ha/patroni.yml'), pgbackrest: read('deploy/ha/pgbackrest.conf') }

test('of the servers for high availability each has what was answered on two machines, one archive, and one way in', () => {
  const patroni = parse(recipe.patroni) as {
    scope: string
    restapi: { listen: string }
    etcd3: { hosts: string }
    bootstrap: { dcs: Record<string, unknown> & { postgresql: { parameters: Record<string, string> } } }
    postgresql: { listen: string; data_dir: string }
    watchdog: { mode: string; device: string }
  }
  const { dcs } = patroni.bootstrap
  expect(dcs).toMatchObject({ synchronous_mode: true, synchronous_mode_strict: true })
  // One that is cut off has ended its server, or killed it, before its lock is another's.
  const { ttl, retry_timeout: retry, primary_stop_timeout: stop } = dcs as Record<string, number>
  expect(stop).toBeGreaterThan(0)
  expect(retry! + stop!).toBeLessThan(ttl!)
  const { mode, device } = patroni.watchdog
  expect(mode).toBe('required')
  // So it has to be there after every start of the machine, and be of the account that Patroni runs as.
  expect(read('docs/scaling.md')).toMatch(
    new RegExp(
      `modules-load\\.d/[^]*?KERNEL=="${path.basename(device)}", OWNER="postgres"[^]*?modprobe softdog`,
    ),
  )
  const stanza = new RegExp(`^\\[${patroni.scope}\\]\\npg1-path=(.*)$`, 'm').exec(recipe.pgbackrest)
  expect(stanza?.[1]).toBe(patroni.postgresql.data_dir)
  expect(dcs.postgresql.parameters.archive_command).toBe(
    `pgbackrest --stanza=${patroni.scope} archive-push %p`,
  )
  const [host, port] = patroni.postgresql.listen.split(':') as [string, string]
  const health = patroni.restapi.listen.split(':')[1]
  const servers = [
    ...read('deploy/ha/haproxy.cfg').matchAll(/^ {2}server \S+ ([\d.]+):(\d+) check port (\d+)$/gm),
  ].map(([, ...server]) => server)
  expect(servers).toContainEqual([host, port, health])
  const etcd = parse(read('deploy/ha/etcd.conf.yml')) as Record<string, string>
  expect(patroni.etcd3.hosts.split(',')).toEqual(servers.map(([at]) => `${at}:2379`))
  expect(etcd['initial-cluster']!.split(',')).toEqual(
    servers.map(([at], n) => `etcd${n + 1}=http://${at}:2380`),
  )
})

test.skipIf(!has('haproxy'))('HAProxy takes its example (skipped without haproxy)', () => {
  const file = path.join(root, 'deploy/ha/haproxy.cfg')
  const { status, stderr } = spawnSync('haproxy', ['-c', '-f', file], { encoding: 'utf8' })
  expect({ status, stderr: stderr.match(/\[(?:WARNING|ALERT)\].*/g) }).toEqual({ status: 0, stderr: null })
})

/** Something that takes connections, as an etcd does. */
async function listening(): Promise<string> {
  const server = createServer((socket) => socket.destroy())
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

test.skipIf(!has('patroni'))(
  'Patroni takes its file, on a machine that has what it names, and no wrong one (skipped without patroni)',
  async () => {
    const folder = temporaryFolder('patroni')
    // Those of PostgreSQL, which Patroni looks for and does not start here.
    const bin = path.join(folder, 'bin')
    mkdirSync(bin)
    for (const name of ['pg_ctl', 'initdb', 'pg_controldata', 'pg_basebackup', 'postgres', 'pg_isready']) {
      writeFileSync(path.join(bin, name), '#!/bin/sh\n')
      chmodSync(path.join(bin, name), 0o755)
    }
    const etcd = await Promise.all([listening(), listening(), listening()])
    const ports = [await freePort(), await freePort()]
    const faults = (change: (recipe: PatroniRecipe) => void) => {
      const recipe = readPatroniRecipe()
      recipe.restapi.listen = `127.0.0.1:${ports[0]}`
      recipe.etcd3.hosts = etcd.join(',')
      recipe.postgresql.listen = `127.0.0.1:${ports[1]}`
      recipe.postgresql.data_dir = path.join(folder, 'data')
      recipe.postgresql.bin_dir = bin
      // Patroni 3.0 wants one here too; newer ones go by the other.
      recipe.bootstrap.pg_hba = recipe.postgresql.pg_hba
      change(recipe)
      const file = path.join(folder, 'patroni.yml')
      writeFileSync(file, stringify(recipe))
      const { status, stdout, stderr } = spawnSync('patroni', ['--validate-config', file], {
        encoding: 'utf8',
      })
      return { status, says: `${stdout}${stderr}`.trim() }
    }
    expect(faults(() => {})).toEqual({ status: 0, says: '' })
    const wrong = faults((recipe) => (recipe.watchdog.mode = 'always'))
    expect(wrong).toMatchObject({ status: 1, says: expect.stringContaining('watchdog.mode') as string })
    const without = faults(
      (recipe) => delete (recipe.postgresql as Partial<PatroniRecipe['postgresql']>).data_dir,
    )
    expect(without).toMatchObject({ status: 1, says: expect.stringContaining('data_dir') as string })
  },
)

test('PostgreSQL 18 makes a cluster and starts by what Patroni gives it', async () => {
  const { dcs, initdb } = readPatroniRecipe().bootstrap
  const options = initdb.map((one) =>
    typeof one === 'string' ? `--${one}` : `--${Object.entries(one).map((pair) => pair.join('='))[0]}`,
  )
  expect(options).toContain('--data-checksums')
  const { archive_command: archive, ...parameters } = dcs.postgresql.parameters
  expect(archive).toMatch(/^pgbackrest /)
  const settings = Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [name, String(value)]),
  )
  const dataDir = path.join(databaseFolder(), `crels-ha-${process.pid}`)
  const cluster = await runCluster({
    dataDir,
    settings: { ...settings, archive_command: 'true' },
    initdbOptions: [...options, '--no-sync'],
    log: () => {},
  })
  try {
    const client = new pg.Client({ connectionString: await cluster.url('crels') })
    await client.connect()
    const { rows } = await client
      .query<{ name: string; setting: string }>(
        'select name, setting from pg_settings where name = any ($1)',
        [[...Object.keys(settings), 'data_checksums']],
      )
      .finally(() => client.end())
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
      ...settings,
      data_checksums: 'on',
    })
  } finally {
    await cluster.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})

test.skipIf(!has('pgbackrest'))(
  'pgBackRest takes its file and leaves out nothing of it (skipped without pgbackrest)',
  () => {
    const folder = temporaryFolder('pgbackrest')
    const run = (text: string, ...command: string[]) => {
      const file = path.join(folder, 'pgbackrest.conf')
      writeFileSync(file, text)
      // Its log and lock files are the machine's otherwise.
      const own = ['log', 'lock'].map((name) => `--${name}-path=${path.join(folder, name)}`)
      const args = [`--config=${file}`, '--stanza=crels', ...own, ...command]
      // Root is refused since 2.60.
      const { status, stdout, stderr } = spawnSync('pgbackrest', args, {
        encoding: 'utf8',
        cwd: folder,
        ...databaseAccount,
      })
      // Newer ones begin with the process, and with the time once the log is open.
      return { status, says: `${stderr}${stdout}`.split('\n')[0]!.replace(/^(?:[-\d]+ [:.\d]+ )?P\d+ +/, '') }
    }
    giveToDatabaseAccount(folder)
    for (const name of ['lock', 'log', 'pg', 'repo', 'spool']) {
      mkdirSync(path.join(folder, name))
      giveToDatabaseAccount(path.join(folder, name))
    }
    const here = recipe.pgbackrest
      .replace(/^pg1-path=.*$/m, `pg1-path=${path.join(folder, 'pg')}`)
      .replace(/^spool-path=.*$/m, `spool-path=${path.join(folder, 'spool')}`)
    const wal = 'pg_wal/000000010000000000000001'
    // With its bucket, which nothing is asked for yet: what it misses is a server that calls it.
    expect(run(here, 'archive-push', wal)).toEqual({
      status: 32,
      says: expect.stringMatching(/^ERROR: \[032\]: PostgreSQL working directory .* is not the same/),
    })
    expect(run(here.replace(/^repo1-s3-key=.*\n/m, ''), 'archive-push', wal)).toMatchObject({ status: 37 })
    const local = here
      .replaceAll(/^repo1-s3-.*\n/gm, '')
      .replace('repo1-type=s3', 'repo1-type=posix')
      .replace('repo1-path=/crels', `repo1-path=${path.join(folder, 'repo')}`)
    expect(run(local, 'info')).toEqual({ status: 0, says: 'stanza: crels' })
    // The repository is empty.
    const empty = { status: 55, says: expect.stringMatching(/^ERROR: \[055\]: unable to load info file/) }
    expect(run(local, 'backup')).toEqual(empty)
    expect(run(local.replace('start-fast', 'start-fest'), 'info').says).toBe(
      "WARN: configuration file contains invalid option 'start-fest'",
    )
    expect(run(local.replace('=zst', '=zip'), 'backup')).toEqual({
      status: 32,
      says: "ERROR: [032]: 'zip' is not allowed for 'compress-type' option",
    })
  },
)
