import path from 'node:path'
import { expect } from 'vitest'
import { freePort } from '#testing/free-port.ts'
import { startHttpProxy, type HttpProxy } from '#testing/http-proxy.ts'
import { closedLater, startProgram, temporaryDataDir, type Program } from '#testing/processes.ts'

/** This checkout. */
export const root = path.join(import.meta.dirname, '..')
export const firstSecret = 'the secret of all tests, long enough to be one'

/** A process that serves, and where. */
export interface Serving {
  program: Program
  origin: string
}

type Settings = Record<string, string>

export interface BehindProxy {
  origin: string
  settings: Settings
  /** Starts one that serves, of the checkout at `cwd`, and puts it behind the proxy. */
  serve(cwd?: string, changes?: Settings): Promise<Serving>
  work(cwd?: string, changes?: Settings): Promise<Program>
  /** Ends one that serves as a deployment does; the proxy no longer knows it. */
  retire(serving: Serving): Promise<void>
  /** Runs a command of a checkout beside them. */
  crels(args: string[], cwd?: string, changes?: Settings): Promise<Awaited<Program['ended']>>
}

/** A site on a database whose processes are replaced one after another behind a proxy that finds out which are ready. */
export async function openBehindProxy(
  url: string,
  {
    startProxy = startHttpProxy,
    drainSec = 1,
  }: {
    /** Starts what is before the processes, at a port, knowing all ports that they will be at. */
    startProxy?: (port: number, behind: number[]) => Promise<HttpProxy>
    drainSec?: number
  } = {},
): Promise<BehindProxy> {
  const ports = await Promise.all([freePort(), freePort(), freePort(), freePort()])
  const proxy = await startProxy(await freePort(), ports)
  closedLater(proxy.close)
  const settings: Settings = {
    DATABASE_URL: url,
    DATA_DIR: temporaryDataDir(),
    SECRET: firstSecret,
    PUBLIC_ORIGIN: proxy.origin,
    TRUST_PROXY: '127.0.0.1',
    RATE_LIMIT: 'false',
    DRAIN_SECONDS: String(drainSec),
    ALLOW_LOCAL_DESTINATIONS: 'true',
  }
  const start = (file: string, cwd: string, changes: Settings) =>
    startProgram([process.execPath, file], { ...settings, ...changes }, undefined, { cwd })
  return {
    origin: proxy.origin,
    settings,
    serve: async (cwd = root, changes = {}) => {
      const PORT = String(ports.shift()!)
      const program = start('server/http.ts', cwd, { ...changes, PORT })
      await program.saying('Crels is open at ')
      const origin = `http://127.0.0.1:${PORT}`
      proxy.add(origin)
      return { program, origin }
    },
    work: async (cwd = root, changes = {}) => {
      const program = start('server/worker.ts', cwd, changes)
      await program.saying('Crels works on its jobs')
      return program
    },
    retire: async ({ program, origin }) => {
      await ends(program)
      proxy.remove(origin)
    },
    crels: async (args, cwd = root, changes = {}) => {
      const command = [process.execPath, 'server/cli.ts', ...args]
      const own = { DATABASE_URL: url, DATA_DIR: temporaryDataDir(), SECRET: firstSecret, ...changes }
      return await startProgram(command, own, undefined, { cwd }).ended
    },
  }
}

/** Ends a process, which says nothing of it. */
export async function ends(program: Program): Promise<void> {
  program.kill('SIGTERM')
  const { status, stderr } = await program.ended
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
}
