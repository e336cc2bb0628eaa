import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
// By a name that no tool reads, since it is of another package than this one.
const name = 'chdb'

/** ClickHouse's engine in this process, on a folder. */
type Session = new (folder: string) => { query(text: string, format?: string): string }

/**
 * Whether ClickHouse's engine (the package `chdb`) is installed, which is in a folder of its own: 540 MB that only some
 * tests need, by `npm ci --prefix testing/click-store`.
 */
export function isEngineThere(): boolean {
  try {
    require.resolve(name)
    return true
  } catch {
    return false
  }
}

/** Loads it. Throws where it is not installed. */
export function engine(): Session {
  return (require(name) as { Session: Session }).Session
}
