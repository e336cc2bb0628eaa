import { appendFile, chmod, mkdir, writeFile } from 'node:fs/promises'
import { createWriteStream } from 'node:fs'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { streamBaseBackup } from '#server/platform/backup/base-backup.ts'
import { readTar } from '#server/platform/backup/tar.ts'
import { runCluster, type RunningCluster } from '#server/platform/embedded-postgres/run-cluster.ts'
import { DURABLE_SETTINGS } from '#server/platform/embedded-postgres/settings.ts'
import { askServer } from './ask-server.ts'

/** Starts a streaming replica of a server, made of a base backup, in a folder that is not there yet. */
export async function startStandby(
  primaryUrl: string,
  dataDir: string,
  name: string,
): Promise<RunningCluster> {
  await copyAsStandby(primaryUrl, dataDir, name)
  return await runCluster({ dataDir, settings: DURABLE_SETTINGS, log: () => {} })
}

/** A base backup of a server, in a folder that is not there yet; started, it follows that server under this name. */
export async function copyAsStandby(primaryUrl: string, dataDir: string, name: string): Promise<void> {
  const cluster = join(dataDir, 'postgres')
  await mkdir(cluster, { recursive: true, mode: 0o700 })
  await chmod(dataDir, 0o711)
  const { archive, done } = await streamBaseBackup(primaryUrl, name)
  for await (const entry of readTar(archive)) {
    const path = join(cluster, entry.name)
    if (entry.kind === 'folder') await mkdir(path, { recursive: true, mode: 0o700 })
    if (entry.kind !== 'file') continue
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await pipeline(entry.content, createWriteStream(path, { mode: 0o600 }))
  }
  await done
  const { username, password, searchParams, hostname, port } = new URL(primaryUrl)
  const address = {
    host: searchParams.get('host') ?? hostname,
    port,
    user: username,
    ...(password && { password: decodeURIComponent(password) }),
    application_name: name,
  }
  const conninfo = Object.entries(address).map(([key, value]) => `${key}=${value}`)
  await appendFile(join(cluster, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo.join(' ')}'\n`)
  await writeFile(join(cluster, 'standby.signal'), '')
}

/** Has a primary wait for the standby of this name with every commit; resolves when it does. */
export async function requireStandby(primaryUrl: string, name: string): Promise<void> {
  await askServer(primaryUrl, `alter system set synchronous_standby_names = '${name}'`)
  await askServer(primaryUrl, 'select pg_reload_conf()')
  const deadline = Date.now() + 30_000
  const isSync = async () => {
    const rows = await askServer<{ sync_state: string }>(
      primaryUrl,
      'select sync_state from pg_stat_replication',
    )
    return rows.some(({ sync_state: state }) => state === 'sync')
  }
  while (!(await isSync())) {
    if (Date.now() > deadline) throw new Error(`${name} is no synchronous standby`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
