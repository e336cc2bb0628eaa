import { setTimeout as sleep } from 'node:timers/promises'
import { load } from './load.ts'
import { makeLinks } from './make-links.ts'
import type { Bench, Figure, Measure } from './measure.ts'
import { memoryMb } from './process-figures.ts'
import { withSite, type BenchSite } from './site.ts'

const connections = 32

/** Memory of everything that `npm start` runs, npm itself and PostgreSQL included. */
export const memory: Measure = {
  name: 'memory',
  title: 'Memory of all processes of `npm start`, demo loaded (sum of PSS)',
  baseline: null,
  run: async (bench) =>
    await withSite(async (site) => await measure(site, bench), {
      command: ['npm', 'start', '--silent'],
      settings: { NODE_ENV: 'development' },
    }),
}

async function measure({ db, origin, pid }: BenchSite, { quick, say }: Bench): Promise<Figure[]> {
  const codes = await makeLinks(db, 1_000)
  say('left alone')
  // Our own connection to the database ends by itself after 10 s.
  await sleep(quick ? 2_000 : 20_000)
  const idle = await sampled(quick ? 2 : 5, pid)

  const visits = connections * (quick ? 100 : 2_000)
  say(`${visits} visits by ${connections} clients`)
  const requests = Array.from({ length: visits }, (_, index) => ({
    path: `/s/${codes[index % codes.length]}`,
  }))
  const loaded: number[] = []
  const watch = setInterval(() => loaded.push(memoryMb(pid)), 500)
  await load({ origin, connections, requests, status: 302 }).finally(() => clearInterval(watch))

  say('left alone again')
  await sleep(quick ? 1_000 : 15_000)
  const after = await sampled(quick ? 2 : 5, pid)
  return [
    { name: 'idle', unit: 'MB', samples: idle, goal: { text: '< 350 MB', below: 350 } },
    { name: 'while 32 clients visit', unit: 'MB', samples: loaded },
    { name: 'a while after', unit: 'MB', samples: after },
  ]
}

/** A sample a second. */
async function sampled(count: number, pid: number): Promise<number[]> {
  const samples: number[] = []
  while (samples.push(memoryMb(pid)) < count) await sleep(1_000)
  return samples
}
