import { refresh, signIn } from '#contracts/identity.endpoints.ts'
import { sendReset } from '#contracts/password.endpoints.ts'
import { createPasswordHasher, recommendedCost } from '#server/modules/identity/password-hash.ts'
import { load, type LoadRequest } from './load.ts'
import { alternate, type Bench, type Figure, type Measure } from './measure.ts'
import { makeMembers, memberPassword } from './sign-in-members.ts'
import { withSite, type BenchSite } from './site.ts'
import { median, percentile, ratios } from './statistics.ts'

const clients = 8

/** Sign-ins and refreshes, and whether the time of an answer reveals if an address is known. */
export const signIns: Measure = {
  name: 'sign-in',
  title: 'Sign-in by password, 8 clients; refresh; equal timing of known and unknown addresses',
  baseline: 'its Argon2id hash alone, 8 at once',
  run: async (bench) => await withSite(async (site) => await measure(site, bench)),
}

async function measure(site: BenchSite, { quick, say }: Bench): Promise<Figure[]> {
  const rounds = quick ? 1 : 5
  const emails = await makeMembers(site, quick ? 16 : 64)
  say('sign-ins and refreshes')
  const cookies = await Promise.all(emails.map((email) => sessionCookie(site, email)))
  const figures = await alternate(rounds, {
    hashes: async () => await hashesPerSecond(emails.length),
    signIns: async () =>
      await perSecond(
        site,
        emails.map((email) => signInRequest(site, email, memberPassword)),
      ),
    refreshes: async () =>
      await perSecond(
        site,
        cookies.flatMap((cookie) => Array.from({ length: 8 }, () => refreshRequest(site, cookie))),
      ),
  })
  say('the time of a refusal, address by address')
  const wrong = await timings(site, emails, { tries: quick ? 2 : 8, request: wrongPassword })
  const resets = await timings(site, emails, { tries: quick ? 2 : 8, request: resetRequest })
  return [
    { name: 'sign-ins', unit: '/s', samples: figures.signIns },
    { name: 'sign-ins of their hash alone', unit: '×', samples: ratios(figures.signIns, figures.hashes) },
    { name: 'the hash alone', unit: '/s', samples: figures.hashes },
    { name: 'refreshes', unit: '/s', samples: figures.refreshes },
    ...timingFigures('wrong password', wrong),
    ...timingFigures('reset', resets),
  ]
}

/** Answer times in milliseconds of the same request for addresses with and without an account. */
interface Timings {
  known: number[]
  unknown: number[]
}

/** In turns, one at a time, so that whatever else the machine does falls on both. */
async function timings(
  site: BenchSite,
  emails: string[],
  { tries, request }: { tries: number; request: (site: BenchSite, email: string) => LoadRequest },
): Promise<Timings> {
  const times: Timings = { known: [], unknown: [] }
  for (let attempt = 0; attempt < tries; attempt += 1)
    for (const email of emails)
      for (const [side, address] of [
        ['known', email],
        ['unknown', `not-${email}`],
      ] as const) {
        const { path, ...init } = request(site, address)
        const before = performance.now()
        await (await fetch(`${site.origin}${path}`, init)).text()
        times[side].push(performance.now() - before)
      }
  return times
}

function timingFigures(name: string, { known, unknown }: Timings): Figure[] {
  const share = (part: number) => percentile(unknown, part) / percentile(known, part)
  return [
    {
      name: `${name}: unknown to known address, median`,
      unit: '×',
      samples: [median(unknown) / median(known)],
    },
    { name: `${name}: the same at 10 % and 90 %`, unit: '×', samples: [share(0.1), share(0.9)] },
    // 0: the distributions are one. For n of each, chance alone exceeds 1.36 × √(2 / n) once in 20 times.
    {
      name: `${name}: farthest apart over what chance allows`,
      unit: '×',
      samples: [distance(known, unknown) / (1.36 * Math.sqrt(2 / known.length))],
      goal: { text: '< 1.5', below: 1.5 },
    },
  ]
}

/** The largest difference of the two distribution functions (Kolmogorov and Smirnov), 0 to 1. */
function distance(a: number[], b: number[]): number {
  const below = (samples: number[], limit: number) =>
    samples.filter((sample) => sample <= limit).length / samples.length
  return Math.max(...[...a, ...b].map((limit) => Math.abs(below(a, limit) - below(b, limit))))
}

async function perSecond(site: BenchSite, requests: LoadRequest[]): Promise<number> {
  const { perSecond: rate } = await load({ origin: site.origin, connections: clients, status: 200, requests })
  return rate
}

async function hashesPerSecond(hashes: number): Promise<number> {
  const hasher = createPasswordHasher(recommendedCost)
  const stored = { hash: await hasher.hash(memberPassword), password: memberPassword }
  const before = performance.now()
  let left = hashes
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (left-- > 0) await hasher.verify(stored)
    }),
  )
  return hashes / ((performance.now() - before) / 1000)
}

function post(
  site: BenchSite,
  path: string,
  body: object,
  headers: Record<string, string> = {},
): LoadRequest {
  return {
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json', origin: site.publicOrigin, ...headers },
    body: JSON.stringify(body),
  }
}

/** A sign-in as the form sends it. */
export const signInRequest = (site: BenchSite, email: string, password: string) =>
  post(site, signIn.path, { email, password })
const wrongPassword = (site: BenchSite, email: string) => signInRequest(site, email, 'not the password')
const resetRequest = (site: BenchSite, email: string) => post(site, sendReset.path, { email })
const refreshRequest = (site: BenchSite, cookie: string) => post(site, refresh.path, {}, { cookie })

async function sessionCookie(site: BenchSite, email: string): Promise<string> {
  const { path, ...init } = signInRequest(site, email, memberPassword)
  const response = await fetch(`${site.origin}${path}`, init)
  return response.headers.getSetCookie()[0]!.split(';')[0]!
}
