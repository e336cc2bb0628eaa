import { setTimeout as sleep } from 'node:timers/promises'
import { askServer } from '#testing/ask-server.ts'
import { haproxy } from '#testing/haproxy.ts'
import { postWithoutEnd, startStandbyPair, type StandbyPair } from '#testing/standby-pair.ts'
import type { Measure } from './measure.ts'

const scope = 'failover-bench'

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
    return await dieUnderLoad(await startStandbyPair({ isSynchronous: kind === 'synchronous' }, closers))
  } finally {
    for (const close of closers.toReversed()) await close()
  }
}

async function dieUnderLoad({ primary, second, db }: StandbyPair): Promise<Round> {
  const answered = new Map<string, number>()
  const stop = postWithoutEnd(db, scope, (idem) => answered.set(idem, performance.now()))
  await until(() => answered.size > 100)
  const [began, before] = [performance.now(), answered.size]
  await sleep(1_000 + Math.random() * 1_000)
  const diedAt = performance.now()
  const perSec = ((answered.size - before) / (diedAt - began)) * 1000
  await primary.crash()
  await askServer(second, 'select pg_promote()')
  const known = answered.size
  await until(() => answered.size > known)
  const backAt = performance.now()
  await stop()
  const kept = await askServer<{ idem: string }>(second, `select idem from txn where scope = '${scope}'`)
  const there = new Set(kept.map(({ idem }) => idem))
  const lost = [...answered].filter(([idem]) => !there.has(idem)).map(([, at]) => diedAt - at)
  return {
    lost: lost.length,
    lostMs: Math.max(0, ...lost),
    downSec: (backAt - diedAt) / 1000,
    perSec,
  }
}

async function until(isSo: () => boolean): Promise<void> {
  for (const deadline = Date.now() + 60_000; !isSo();) {
    if (Date.now() > deadline) throw new Error('Nothing was answered for a minute')
    await sleep(1)
  }
}
