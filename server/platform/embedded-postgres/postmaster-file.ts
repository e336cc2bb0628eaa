import { readFileSync } from 'node:fs'
import path from 'node:path'

/** What a server writes about itself into `postmaster.pid`; `socketDir` is empty for a server on TCP. */
export type PostmasterFile = { pid: number; port: number; socketDir: string; isReady: boolean }

/** Reads `postmaster.pid` of a cluster; undefined where there is none or it is only half written. */
export function readPostmasterFile(clusterDir: string): PostmasterFile | undefined {
  let lines: string[]
  try {
    lines = readFileSync(postmasterFileOf(clusterDir), 'utf8').split('\n')
  } catch {
    return undefined
  }
  const pid = Number(lines[0])
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined
  // Lines as in PostgreSQL's miscadmin.h: pid, directory, start, port, socket directory, address, memory key, state.
  return { pid, port: Number(lines[3]), socketDir: lines[4] ?? '', isReady: lines[7]?.trim() === 'ready' }
}

/** The path of a cluster's `postmaster.pid`. */
export function postmasterFileOf(clusterDir: string): string {
  return path.join(clusterDir, 'postmaster.pid')
}
