import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)

/** What a hash costs. */
export interface HashCost {
  memoryKiB: number
  passes: number
}

/** The Argon2id parameters that OWASP's cheat sheet recommends first: about 30 ms of one core. */
export const recommendedCost: HashCost = { memoryKiB: 19_456, passes: 2 }

/** Next to nothing, so that a test may have a hundred members. */
export const testCost: HashCost = { memoryKiB: 64, passes: 1 }

/** Hashes passwords with Argon2id, off the event loop; the hash contains its cost, so the cost may change later. */
export interface PasswordHasher {
  /** A PHC string, `$argon2id$v=19$m=…,t=…,p=1$salt$hash`. */
  hash(password: string): Promise<string>
  verify(stored: { hash: string; password: string }): Promise<boolean>
  /** A hash of a random password, of the same cost: to verify against where there is none. */
  decoy(): Promise<string>
}

export function createPasswordHasher(cost: HashCost): PasswordHasher {
  const hash = async (password: string) => {
    const salt = randomBytes(16)
    const tag = await derive('argon2id', parameters(password, salt, cost))
    return `$argon2id$v=19$m=${cost.memoryKiB},t=${cost.passes},p=1$${base64(salt)}$${base64(tag)}`
  }
  // Made at once, so that the first unknown address costs no more than the next.
  const decoy = hash(randomBytes(32).toString('base64'))
  decoy.catch(() => {})
  return {
    hash,
    decoy: async () => await decoy,
    verify: async ({ hash, password }) => {
      const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([^$]+)\$([^$]+)$/.exec(hash)
      if (!match) return false
      const [, memory, passes, salt, expected] = match as unknown as string[]
      const stored = { memoryKiB: Number(memory), passes: Number(passes) }
      const tag = await derive('argon2id', parameters(password, Buffer.from(salt!, 'base64'), stored))
      const wanted = Buffer.from(expected!, 'base64')
      return wanted.length === tag.length && timingSafeEqual(tag, wanted)
    },
  }
}

function parameters(password: string, nonce: Buffer, { memoryKiB, passes }: HashCost): Argon2Parameters {
  // One person types é as one character, another's keyboard as two: NFKC makes them one password.
  return {
    message: password.normalize('NFKC'),
    nonce,
    memory: memoryKiB,
    passes,
    parallelism: 1,
    tagLength: 32,
  }
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}
