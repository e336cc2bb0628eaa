import { fileURLToPath } from 'node:url'
import { dailyCheckIn } from '#contracts/rewards.endpoints.ts'
import { load } from './load.ts'
import { makeConvertible, reportRequests } from './make-convertible.ts'
import { alternate, type Bench, type Figure, type Measure } from './measure.ts'
import { signInMembers } from './sign-in-members.ts'
import { nextDay, withSite, type BenchSite } from './site.ts'
import { ratios } from './statistics.ts'

const clients = 16

/** What it costs that statements are planned at each execution, as behind a pooler in transaction mode. */
export const namedStatements: Measure = {
  name: 'named-statements',
  title: 'Conversions and check-ins whose marked statements are planned each time, 16 clients',
  baseline: 'the same in the same process, which keeps their plans',
  onlyByName: true,
  run: async (bench) =>
    await withSite(async (site) => await measure(site, bench), {
      command: [process.execPath, fileURLToPath(new URL('named-site.ts', import.meta.url))],
    }),
}

async function measure(site: BenchSite, { quick, say }: Bench): Promise<Figure[]> {
  const rounds = quick ? 1 : 7
  const warmUps = 1
  const reports = clients * (quick ? 20 : 60)
  const sold = await makeConvertible(site, reports * 2 * (rounds + warmUps))
  const members = await signInMembers(site, quick ? 160 : 480)
  let [isNamed, taken] = [false, 0]
  const turn = (named: boolean) => {
    if (named !== isNamed) process.kill(site.pid, 'SIGUSR2')
    isNamed = named
  }
  const convert = async (named: boolean) => {
    turn(named)
    const clicks = sold.clicks.slice(taken, (taken += reports))
    const requests = reportRequests(sold, clicks)
    return await load({ origin: site.origin, connections: clients, status: 201, requests })
  }
  const checkIn = async (named: boolean) => {
    turn(named)
    await nextDay(site)
    const requests = members.map((headers) => ({
      method: 'POST' as const,
      path: dailyCheckIn.path,
      headers,
      body: '{}',
    }))
    return await load({ origin: site.origin, connections: clients, status: 200, requests })
  }
  const sales = { planned: async () => await convert(false), named: async () => await convert(true) }
  const days = { planned: async () => await checkIn(false), named: async () => await checkIn(true) }
  say('a warm-up of reports')
  await alternate(warmUps, sales)
  say(`rounds of ${reports} reports each`)
  const sold16 = await alternate(rounds, sales)
  say('a warm-up of check-ins')
  await alternate(warmUps, days)
  say(`rounds of ${members.length} check-ins each`)
  const days16 = await alternate(rounds, days)

  const rates = (loads: { perSecond: number }[]) => loads.map(({ perSecond }) => perSecond)
  const figures = (
    name: string,
    { planned, named }: Record<'planned' | 'named', { perSecond: number }[]>,
  ) => [
    {
      name: `${name}: planned each time, of kept by name`,
      unit: '×' as const,
      samples: ratios(rates(planned), rates(named)),
    },
    { name: `${name}: planned each time`, unit: '/s' as const, samples: rates(planned) },
    { name: `${name}: kept by name`, unit: '/s' as const, samples: rates(named) },
  ]
  return [...figures('conversions', sold16), ...figures('check-ins', days16)]
}
