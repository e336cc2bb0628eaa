import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { derivedKey } from './sealing.ts'

/** A SECRET, and a fingerprint that identifies it. */
export interface InstallationSecret {
  text: string
  fingerprint: string
}

/** Where the secrets of an installation are set. */
export interface SecretSettings {
  secret: string | null
  secretPrevious: string | null
  dataDir: string
}

/** The secret of the settings, or one that is generated once and kept in `dataDir/secret` (readable by us alone). */
export function currentSecret({
  secret,
  dataDir,
}: Omit<SecretSettings, 'secretPrevious'>): InstallationSecret {
  return withFingerprint(secret ?? savedSecret(dataDir))
}

/** The one before it: SECRET_PREVIOUS, or where secrets are kept in files `dataDir/secret.previous`. */
export function previousSecret({
  secret,
  secretPrevious,
  dataDir,
}: SecretSettings): InstallationSecret | null {
  if (secretPrevious !== null) return withFingerprint(secretPrevious)
  const path = join(dataDir, 'secret.previous')
  return secret === null && existsSync(path) ? withFingerprint(readSecret(path)) : null
}

/**
 * Every other SECRET that this machine has, by where it stands: before anything is ended for a lost one, none of these may
 * be it.
 */
export function otherSecrets({
  secret,
  secretPrevious,
  dataDir,
}: SecretSettings): Map<string, InstallationSecret> {
  const found = new Map<string, InstallationSecret>()
  if (secretPrevious !== null) found.set('SECRET_PREVIOUS', withFingerprint(secretPrevious))
  for (const name of secret === null ? ['secret.previous'] : ['secret', 'secret.previous']) {
    const path = join(dataDir, name)
    if (existsSync(path)) found.set(path, withFingerprint(readSecret(path)))
  }
  return found
}

function withFingerprint(text: string): InstallationSecret {
  return { text, fingerprint: derivedKey({ material: text }, 'fingerprint').toString('hex').slice(0, 16) }
}

function savedSecret(dataDir: string): string {
  const path = join(dataDir, 'secret')
  mkdirSync(dataDir, { recursive: true })
  if (!existsSync(path)) makeSecret(path)
  chmodSync(path, 0o600)
  return readSecret(path)
}

function readSecret(path: string): string {
  const kept = readFileSync(path, 'utf8').trim()
  if (kept.length < 32) throw new Error(`${path} holds no secret; remove it to have a new one made`)
  return kept
}

/**
 * Writes a temporary file, then links it to its name: a reader sees the whole file or none, even if this process is
 * killed, and of two processes that start at once both read the first one.
 */
function makeSecret(path: string): void {
  const draft = join(dirname(path), `.secret.${randomBytes(8).toString('hex')}`)
  try {
    writeFileSync(draft, `${randomBytes(48).toString('base64url')}\n`, {
      flag: 'wx',
      mode: 0o600,
      flush: true,
    })
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
}
