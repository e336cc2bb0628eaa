import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startProgram } from '#testing/processes.ts'
import { temporaryFolder } from '#testing/run-folder.ts'
import { makeLinks } from './make-links.ts'
import { alternate, type Bench, type Figure, type Measure } from './measure.ts'
import { cpuMs } from './process-figures.ts'
import { clicksStored, startBare } from './redirect.ts'
import { withSite, type BenchSite } from './site.ts'
import { ratios } from './statistics.ts'

const links = 1_000

/** The same as `redirect` by a client in C, which is not what limits the bare server. */
export const redirectByWrk: Measure = {
  name: 'redirect-by-wrk',
  title: 'Redirect by wrk, 1 000 hot links, 32 connections of one thread',
  baseline: 'a bare Fastify 302 in a process of its own',
  onlyByName: true,
  run: async (bench) => {
    if (spawnSync('wrk', ['--version']).error) throw new Error('There is no wrk: apt-get install wrk')
    return await withSite(async (site) => await measure(site, bench))
  },
}

interface Visited {
  perSecond: number
  p99Ms: number
  /** CPU for one, in microseconds. */
  serverUs: number
  clientUs: number
}

async function measure({ db, origin, pid }: BenchSite, { quick, say }: Bench): Promise<Figure[]> {
  const script = join(temporaryFolder('wrk'), 'visits.lua')
  writeFileSync(script, visitsIn(await makeLinks(db, links)))
  const seconds = quick ? 2 : 8
  let visited = 0
  const missing: number[] = []
  const visit = async (side: { origin: string; pid: number }): Promise<Visited & { answers: number }> => {
    const before = cpuMs(side.pid)
    const { answers, ...heard } = await wrk(side.origin, { script, seconds, from: visited })
    return { answers, ...heard, serverUs: ((cpuMs(side.pid) - before) / answers) * 1_000 }
  }
  const fastify = await startBare('fastify')
  const node = await startBare('node:http')
  const sides = {
    fastify: async () => await visit(fastify),
    'node:http': async () => await visit(node),
    redirect: async () => {
      const before = cpuMs(pid)
      const heard = await visit({ origin, pid })
      visited += heard.answers
      // What wrk left without waiting for an answer may be stored too.
      missing.push(Math.max(0, visited - (await clicksStored(db, visited))))
      return { ...heard, serverUs: ((cpuMs(pid) - before) / heard.answers) * 1_000 }
    },
  }
  say('a warm-up')
  await alternate(1, sides)
  say(`rounds of ${seconds} s each`)
  const taken = await alternate(quick ? 1 : 5, sides)
  const of = (side: keyof typeof sides, what: keyof Visited) => taken[side].map((one) => one[what])
  return [
    {
      name: 'of a bare Fastify 302',
      unit: '×',
      samples: ratios(of('redirect', 'perSecond'), of('fastify', 'perSecond')),
      goal: { text: '≥ 0.8', atLeast: 0.8 },
    },
    {
      name: 'answered, and not in the database afterwards',
      unit: 'clicks',
      samples: missing,
      goal: { text: '0', below: 1 },
    },
    ...(['redirect', 'fastify', 'node:http'] as const).flatMap((side): Figure[] => [
      { name: `${side}: rate`, unit: '/s', samples: of(side, 'perSecond') },
      { name: `${side}: p99`, unit: 'ms', samples: of(side, 'p99Ms') },
      { name: `${side}: CPU of the server for one`, unit: 'µs', samples: of(side, 'serverUs') },
      { name: `${side}: CPU of wrk for one`, unit: 'µs', samples: of(side, 'clientUs') },
    ]),
  ]
}

/** Visits of all links in turns, by browsers that differ, as those of `redirect`. */
function visitsIn(codes: string[]): string {
  return `
local codes = { ${codes.map((code) => `"${code}"`).join(', ')} }
local visits = tonumber(os.getenv('VISITS_FROM'))
local headers = { ['referer'] = 'https://social.example/post/1' }
request = function()
  local browser = math.floor(visits / #codes)
  headers['user-agent'] = 'Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.' .. browser .. '.0 Mobile Safari/537.36'
  local code = codes[visits % #codes + 1]
  visits = visits + 1
  return wrk.format('GET', '/s/' .. code, headers)
end
done = function(summary, latency)
  local errors = summary.errors
  io.write(string.format('visits %d %d %d %f\\n', summary.requests, summary.duration,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout, latency:percentile(99)))
end
`
}

async function wrk(
  origin: string,
  { script, seconds, from }: { script: string; seconds: number; from: number },
): Promise<{ answers: number; perSecond: number; p99Ms: number; clientUs: number }> {
  // The shell says what CPU time it took.
  const command = `TIMEFORMAT='cpu %U %S'; time wrk -t1 -c32 -d${seconds}s -s ${script} ${origin}/`
  const program = startProgram(['bash', '-c', command], { VISITS_FROM: String(from) })
  const { stdout, stderr } = await program.ended
  const said = /^visits (\d+) (\d+) (\d+) ([\d.]+)$/m.exec(stdout)?.slice(1).map(Number)
  const cpu = /^cpu ([\d.]+) ([\d.]+)$/m.exec(stderr)?.slice(1).map(Number)
  if (!said || !cpu || said[2]! > 0) throw new Error(`wrk: ${stdout}${stderr}`)
  const [answers, microseconds, , p99Us] = said as [number, number, number, number]
  return {
    answers,
    perSecond: (answers / microseconds) * 1_000_000,
    p99Ms: p99Us / 1_000,
    clientUs: ((cpu[0]! + cpu[1]!) / answers) * 1_000_000,
  }
}
