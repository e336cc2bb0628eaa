import { PassThrough, type Readable } from 'node:stream'
import pg from 'pg'
import { BackupProblem } from './backup-problem.ts'

/** What a server says of the base backup that it made. */
export interface BaseBackup {
  systemId: string
  timeline: number
  startLsn: string
  endLsn: string
  /** PostgreSQL's own list of the files, with the checksum of each. */
  manifest: Buffer
}

/**
 * Has a running server stream its files as a tar archive, with the log that makes them consistent: PostgreSQL's
 * BASE_BACKUP, as pg_basebackup uses it. The server goes on working, and proves the checksum of every page it reads.
 * `done` resolves when the archive has ended. Throws a BackupProblem where the role of the address may not replicate.
 */
export async function streamBaseBackup(
  url: string,
  label: string,
): Promise<{ archive: Readable; done: Promise<BaseBackup> }> {
  const client = new pg.Client({ connectionString: url, replication: 'true' } as pg.ClientConfig)
  client.on('error', () => {})
  await client.connect().catch((cause: unknown) => {
    throw mayNot(cause)
  })
  const { rows } = await client.query<{ systemid: string; timeline: number }>('IDENTIFY_SYSTEM')
  const { systemid: systemId, timeline } = rows[0]!
  const options = `LABEL '${label}', CHECKPOINT 'fast', WAL true, WAIT false, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256'`
  const query = client.query(new BaseBackupQuery(`BASE_BACKUP (${options})`))
  // Who reads it has given up: the server need not go on.
  query.archive.once('close', () => void (query.archive.readableEnded || client.end().catch(() => {})))
  const done = query.done
    .then(({ startLsn, endLsn, manifest }) => ({ systemId, timeline, startLsn, endLsn, manifest }))
    .finally(() => client.end().catch(() => {}))
  // It is awaited after the archive, which fails with the same.
  done.catch(() => {})
  return { archive: query.archive, done }
}

/** 28000 and 42501: not by pg_hba.conf, or not by this role. 53300 and 55000: no place for a sender of the log. */
function mayNot(cause: unknown): unknown {
  const { code, message } = cause as { code?: string; message: string }
  return ['28000', '42501', '53300', '55000'].includes(code ?? '')
    ? new BackupProblem(
        `DATABASE_URL: the database lets nobody copy it by this role (${message}): give it REPLICATION and a line "host replication" of pg_hba.conf, or back up with the tools of that server`,
        { cause },
      )
    : cause
}

interface CopyMessage {
  chunk: Buffer
}
interface Connection {
  query(text: string): void
  stream: Readable
}

/** Takes the messages of BASE_BACKUP apart; the driver knows COPY only as something to refuse. */
class BaseBackupQuery implements pg.Submittable {
  readonly archive = new PassThrough({ highWaterMark: 4 * 1024 * 1024 })
  readonly done: Promise<Pick<BaseBackup, 'startLsn' | 'endLsn' | 'manifest'>>
  readonly #text: string
  readonly #lsns: string[] = []
  readonly #manifest: Buffer[] = []
  #archives = 0
  #isManifest = false
  #error: Error | undefined
  #settle!: () => void

  constructor(text: string) {
    this.#text = text
    this.done = new Promise((resolve, reject) => {
      this.#settle = () => {
        const [startLsn, endLsn] = this.#lsns
        if (this.#error) reject(this.#error)
        else resolve({ startLsn: startLsn!, endLsn: endLsn!, manifest: Buffer.concat(this.#manifest) })
      }
    })
  }

  submit(connection: unknown): void {
    ;(connection as Connection).query(this.#text)
  }

  handleRowDescription(): void {}

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    // Places in the log, and before the archives a row for each place of tables.
    if (/^[0-9A-F]+\/[0-9A-F]+$/.test(fields[0] ?? '')) this.#lsns.push(fields[0]!)
  }

  handleCommandComplete(): void {}

  handleCopyData({ chunk }: CopyMessage, connection: Connection): void {
    const kind = String.fromCharCode(chunk[0]!)
    if (kind === 'n') this.#archives += 1
    if (this.#archives > 1)
      return this.#fail(new BackupProblem('A database with tablespaces of its own is not backed up by Crels'))
    if (kind === 'm') this.#isManifest = true
    if (kind !== 'd') return
    // The driver uses its memory again.
    const data = Buffer.from(chunk.subarray(1))
    if (this.#isManifest) this.#manifest.push(data)
    else if (!this.archive.write(data) && !connection.stream.isPaused()) {
      // Messages that were read before still come.
      connection.stream.pause()
      this.archive.once('drain', () => connection.stream.resume())
    }
  }

  handleError(error: Error): void {
    this.#fail(error)
    this.#settle()
  }

  handleReadyForQuery(): void {
    this.archive.end()
    this.#settle()
  }

  #fail(error: Error): void {
    this.#error ??= error
    this.archive.destroy(error)
  }
}
