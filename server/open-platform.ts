import type { Logger } from 'pino'
import { openAppDatabases, openStaleReads, withOwner } from './app-databases.ts'
import type { Config } from './config.ts'
import { sayClockSkew, SharedClock } from './platform/clock.ts'
import { openCountries, type Countries } from './platform/country.ts'
import { DatabaseHealth } from './platform/database-health.ts'
import { openLogins, type DatabaseLogins } from './platform/database-logins.ts'
import { openFileStore, type FileStore } from './platform/files/file-store.ts'
import { openFiles } from './platform/files/stored-files.ts'
import { job, type Job, type Jobs } from './platform/jobs.ts'
import { openKeyring } from './platform/keyring.ts'
import { createListener, type Listener } from './platform/listener.ts'
import { openMailer } from './platform/mail/mailer.ts'
import type { Platform } from './platform/module.ts'
import { secretLock, tidySecretKeys } from './platform/rotate-secret.ts'
import { openSharePictures } from './platform/share-pictures/share-pictures.ts'
import { followSite, type Site } from './modules/site/public.ts'
import { sealedPlaces } from './sealed-places.ts'

/** How often this machine's clock is compared with the database's, in milliseconds. */
const clockEveryMs = 60_000
/** How often it is asked whether the machine's clock was set in between, in milliseconds; that asks no database. */
const stepLookEveryMs = 1_000

/** The platform with what only the composition touches. */
export interface OpenPlatform extends Platform {
  databaseHealth: DatabaseHealth
  logins: DatabaseLogins
  listener: Listener
  fileStore: FileStore
  countries: Countries
  site: Site
  enqueue: Jobs['add']
  jobs: Job[]
  /** Compares this machine's clock with the database's from now on. */
  followClock(): void
  stopClock(): void
  /** Ends the connections, the listener's last: as long as it listens, none waits for a database that is away. */
  close(): Promise<void>
}

/** Opens what every module needs, on a migrated database; `queue` answers where jobs are added. */
export async function openPlatform(
  config: Platform['config'],
  log: Logger,
  queue: () => Pick<Jobs, 'add'>,
): Promise<OpenPlatform> {
  const databaseHealth = new DatabaseHealth(log)
  const { keyring, logins } = await withOwner(config, async (owner) => {
    const opened = await openKeyring(owner, config, sealedPlaces)
    return { keyring: opened, logins: await openLogins(owner, config, opened.secret, log) }
  })
  const { secret } = keyring
  const { db, preparedDb } = openAppDatabases(config, logins, databaseHealth)
  const reads = openStaleReads(config, logins, { db, preparedDb, databaseHealth, log })
  const clock = new SharedClock()
  await clock.follow(db)
  const listener = createListener(logins.listening, databaseHealth, log, secretLock(keyring.fingerprint))
  const clockFollower = followClockOf(clock, { db, log })
  listener.on('clock', clockFollower.look, clockFollower.look)
  const followKeys = () =>
    void keyring.reload(db).catch((error: unknown) => log.error({ err: error }, 'keys of SECRET'))
  listener.on('secret_key', followKeys, followKeys)
  const enqueue: Jobs['add'] = async (tx, name, data) => await queue().add(tx, name, data)
  const mailer = openMailer({ config, db, secret, log, enqueue })
  const fileStore = await openFileStore(config)
  const files = openFiles({ store: fileStore, db, enqueue })
  const site = await followSite({ db, listener, log, clock, readFile: files.read })
  const sharePictures = openSharePictures({ files, log })
  return {
    config,
    db,
    reads,
    clock,
    log,
    secret,
    mailer,
    files,
    sharePictures,
    databaseHealth,
    logins,
    listener,
    fileStore,
    countries: await openCountries(),
    site,
    enqueue,
    jobs: [...mailer.jobs, ...files.jobs, sealAgain(config, keyring)],
    followClock: clockFollower.start,
    stopClock: clockFollower.stop,
    close: async () => {
      site.close()
      sharePictures.close()
      await reads.close()
      await Promise.all([db.destroy(), preparedDb.destroy()])
      await listener.stop()
    },
  }
}

function followClockOf(clock: SharedClock, { db, log }: Pick<Platform, 'db' | 'log'>) {
  let following: NodeJS.Timeout | undefined
  let stepWatch: NodeJS.Timeout | undefined
  const say = () => sayClockSkew(clock, log)
  const look = () => void clock.follow(db).then(say, (error: unknown) => log.error({ err: error }, 'clock'))
  say()
  return {
    look,
    start: () => {
      following = setInterval(look, clockEveryMs).unref()
      stepWatch = setInterval(() => clock.isStepped && look(), stepLookEveryMs).unref()
    },
    stop: () => {
      clearInterval(following)
      clearInterval(stepWatch)
    },
  }
}

function sealAgain(
  config: Config & { databaseUrl: string },
  keyring: Awaited<ReturnType<typeof openKeyring>>,
): Job {
  return job({
    name: 'seal-again',
    doc: 'Seals with the present key what an older one has sealed, and removes keys that are long unused.',
    cron: '41 * * * *',
    run: async () =>
      await withOwner(config, async (owner) => await tidySecretKeys(owner, keyring, sealedPlaces)),
  })
}
