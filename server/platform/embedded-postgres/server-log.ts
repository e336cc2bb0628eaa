import { chmod, copyFile, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import type { DataDir } from './data-dir.ts'

const LOG_BYTES_MAX = 8 * 1024 * 1024
const LOOK_EVERY_MS = 600_000

/**
 * Keeps one earlier log beside the current one. The server writes on to the same file, at whatever is its end: the text is
 * copied and the file emptied, so that this works also while it runs.
 */
export async function rotateLog(
  { logFile }: Pick<DataDir, 'logFile'>,
  bytesMax = LOG_BYTES_MAX,
): Promise<void> {
  const size = await stat(logFile).then(
    (found) => found.size,
    () => 0,
  )
  if (size <= bytesMax) return
  await copyFile(logFile, `${logFile}.1`)
  await chmod(`${logFile}.1`, 0o600)
  await truncate(logFile)
}

/** Looks at the log's size every ten minutes; answers how to end that. */
export function keepRotating(dataDir: DataDir): () => void {
  const timer = setInterval(() => void rotateLog(dataDir).catch(() => {}), LOOK_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/**
 * Removes every line that names one of some addresses: versions before 0.2 wrote the values of what a statement refused.
 */
export async function forgetInLogs(
  { logFile }: Pick<DataDir, 'logFile'>,
  addresses: string[],
): Promise<void> {
  const wanted = addresses.map((address) => address.toLowerCase()).filter((address) => address !== '')
  for (const file of [logFile, `${logFile}.1`]) {
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return ''
      throw error
    })
    const lines = text.split('\n')
    const kept = lines.filter((line) => !wanted.some((address) => line.toLowerCase().includes(address)))
    // In place: the server holds this file open.
    if (kept.length < lines.length) await writeFile(file, kept.join('\n'))
  }
}
