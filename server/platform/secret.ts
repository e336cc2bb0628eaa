import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The installation's secret and what is derived from it; one key per purpose, so that none serves two. */
export interface Secret {
  /** 32 bytes for one purpose, the same at every start. */
  key(purpose: string): Buffer
  /** HMAC-SHA256 of a text under the purpose's key: for short codes, which a plain hash would not hide. */
  hash(purpose: string, text: string): Buffer
  /** Encrypts and authenticates a text (AES-256-GCM) for storage. */
  seal(purpose: string, text: string): string
  /** The text that was sealed. Throws when it was changed, or sealed under another secret or purpose. */
  open(purpose: string, sealed: string): string
}

/** The secret of the settings, or one that is generated once and kept in `dataDir/secret` (readable by us alone). */
export function openSecret(config: { secret: string | null; dataDir: string }): Secret {
  const master = config.secret ?? keptSecret(config.dataDir)
  const key = (purpose: string) => Buffer.from(hkdfSync('sha256', master, 'crels', purpose, 32))
  return {
    key,
    hash: (purpose, text) => createHmac('sha256', key(purpose)).update(text).digest(),
    seal: (purpose, text) => {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key(purpose), nonce)
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    open: (purpose, sealed) => {
      const bytes = Buffer.from(sealed, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key(purpose), bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    },
  }
}

function keptSecret(dataDir: string): string {
  const path = join(dataDir, 'secret')
  mkdirSync(dataDir, { recursive: true })
  if (!existsSync(path)) makeSecret(path)
  chmodSync(path, 0o600)
  const kept = readFileSync(path, 'utf8').trim()
  if (kept.length < 32) throw new Error(`${path} holds no secret; remove it to have a new one made`)
  return kept
}

/**
 * Written beside and linked to its name then: whoever sees the file sees all of it, also where this process is killed
 * at any moment, and of two processes that start at once both get the one that was there first.
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
