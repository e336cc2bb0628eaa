import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync } from 'node:fs'

/** As whom programs run that refuse root, as PostgreSQL's and pgBackRest's do: `postgres`, or `nobody`; {} where we are not root. */
export const databaseAccount: { uid?: number; gid?: number } =
  process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {}

/** Has that account own a file or folder. */
export function giveToDatabaseAccount(file: string): void {
  const { uid, gid } = databaseAccount
  if (uid !== undefined && gid !== undefined) chownSync(file, uid, gid)
}

function idOf(which: string): number {
  const { stdout } = spawnSync('id', [which, 'postgres'], { encoding: 'utf8' })
  return Number(stdout.trim() || execFileSync('id', [which, 'nobody'], { encoding: 'utf8' }))
}
