import { rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { houseFee, houseIssued, move, post } from '#server/modules/ledger/public.ts'
import { openDatabase, type Db } from '#server/platform/database.ts'
import { migrate } from '#server/platform/migrate.ts'
import { askServer } from '#testing/ask-server.ts'
import { haproxy, startHaproxy, startRole } from '#testing/haproxy.ts'
import { temporaryDataDir } from '#testing/processes.ts'
import { requireStandby, startStandby } from '#testing/standby.ts'
import { startStoppablePostgres } from '#testing/stoppable-postgres.ts'
import type { Measure } from './measure.ts'

/**
 * What a primary that dies takes with it, and how long it takes until money moves again, by the recipe of
 * docs/scaling.md.
 */
export const failover: Measure = {
  name: 'failover',
  title: 'A primary dies: its standby is promoted behind HAProxy',
  baseline: null,
  onlyByName: true,
  run: async ({ quick, say }) => {
    if (!haproxy) throw new Error('There is no haproxy')
    const rounds = quick ? 1 : 8
    const taken = { synchronous: [] as Round[], asynchronous: [] as Round[] }
    for (let round = 1; round <= rounds; round += 1)
      for (const kind of ['synchronous', 'asynchronous'] as const) {
        say(`round ${round}, ${kind}`)
        taken[kind].push(await oneRound(kind))
      }
    if (taken.synchronous.some(({ lost }) => lost > 0))
      throw new Error('A synchronous standby lacked what was answered')
    return Object.entries(taken).flatMap(([kind, samples]) => [
      {
        name: `${kind}: posts answered and lost`,
        unit: '' as const,
        samples: samples.map(({ lost }) => lost),
      },
      {
        name: `${kind}: from the oldest of them to the death`,
        unit: 'ms' as const,
        samples: samples.map(({ lostMs }) => lostMs),
      },
      {
        name: `${kind}: from the death until money moved`,
        unit: 's' as const,
        samples: samples.map(({ downSec }) => downSec),
      },
      {
        name: `${kind}: posts before it`,
        unit: '/s' as const,
        samples: samples.map(({ perSec }) => perSec),
      },
    ])
  },
}

interface Round {
  lost: number
  lostMs: number
  downSec: number
  perSec: number
}

async function oneRound(kind: 'synchronous' | 'asynchronous'): Promise<Round> {
  const closers: (() => Promise<unknown> | void)[] = []
  try {
    const primary = await startStoppablePostgres()
    closers.push(() => primary.remove())
    await migrate(primary.url)
    const folder = path.join(temporaryDataDir(), 'standby')
    const standby = await startStandby(primary.url, folder, 'second')
    closers.push(async () => {
      await standby.stop()
      rmSync(folder, { recursive: true, force: true })
    })
    const second = await standby.url('crels')
    if (kind === 'synchronous') await requireStandby(primary.url, 'second')
    const socket = new URL(second).searchParams.get('host')!
    const port = await startHaproxy([
      { at: new URL(primary.url).host, role: await startRole(primary.url) },
      {
        at: `unix@${path.join(socket, `.s.PGSQL.${new URL(second).port}`)}`,
        role: await startRole(second),
      },
    ])
    const url = new URL(primary.url)
    url.port = String(port)
    const db = openDatabase({ url: url.href, poolSize: 8, waitSec: 1 })
    closers.push(() => db.destroy())
    return await dieUnderLoad(db, { second, die: async () => await primary.crash() })
  } finally {
    for (const close of closers.toReversed()) await close()
  }
}

/** Four clients that post, each again with its key until it is answered. */
async function dieUnderLoad(
  db: Db,
  { second, die }: { second: string; die: () => Promise<void> },
): Promise<Round> {
  const answered = new Map<string, number>()
  const over = new AbortController()
  const client = async (of: number) => {
    for (let n = 0; !over.signal.aborted; n += 1)
      while (!over.signal.aborted) {
        const idem = `${of}-${n}`
        try {
          await postOne(db, idem)
          answered.set(idem, performance.now())
          break
        } catch {
          await sleep(50)
        }
      }
  }
  const clients = [0, 1, 2, 3].map(client)
  await until(() => answered.size > 100)
  const [began, before] = [performance.now(), answered.size]
  await sleep(1_000 + Math.random() * 1_000)
  const diedAt = performance.now()
  const perSec = ((answered.size - before) / (diedAt - began)) * 1000
  await die()
  await askServer(second, 'select pg_promote()')
  const known = answered.size
  await until(() => answered.size > known)
  const backAt = performance.now()
  over.abort()
  await Promise.all(clients)
  const kept = await askServer<{ idem: string }>(
    second,
    `select idem from txn where scope = 'failover-bench'`,
  )
  const there = new Set(kept.map(({ idem }) => idem))
  const lost = [...answered].filter(([idem]) => !there.has(idem)).map(([, at]) => diedAt - at)
  return {
    lost: lost.length,
    lostMs: Math.max(0, ...lost),
    downSec: (backAt - diedAt) / 1000,
    perSec,
  }
}

async function postOne(db: Db, idem: string): Promise<void> {
  const lines = move(houseIssued, houseFee('CREL'), 1)
  await db
    .transaction()
    .execute(async (tx) => await post(tx, { kind: 'test', scope: 'failover-bench', idem, lines }))
}

async function until(isSo: () => boolean): Promise<void> {
  for (const deadline = Date.now() + 60_000; !isSo();) {
    if (Date.now() > deadline) throw new Error('Nothing was answered for a minute')
    await sleep(1)
  }
}
