// Sends the SoakPlan on its standard input at an even pace, whatever the answers take, and writes a SoakReport.
import { Agent, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SoakPlan, SoakReport } from './soak.ts'
import { percentile } from './statistics.ts'

const plan: SoakPlan = (await json(process.stdin)) as SoakPlan
const agent = new Agent({ keepAlive: true, maxSockets: 64 })
const statuses: Record<string, number> = {}
const latencies: Record<string, number[]> = { visits: [], pages: [], reports: [] }
const open = new Set<Promise<void>>()
const ticksPerSecond = 20
const ticksPerReport = 10

const startedAt = performance.now()
for (let tick = 0; tick < plan.seconds * ticksPerSecond; tick += 1) {
  await sleep(Math.max(0, startedAt + (tick * 1_000) / ticksPerSecond - performance.now()))
  for (let sent = 0; sent < plan.visitsPerSecond / ticksPerSecond; sent += 1) send('visits', ...someVisit())
  if (tick % ticksPerSecond === 0)
    for (const { path, headers } of plan.pages) send('pages', 'GET', path, headers)
  if (tick % ticksPerReport === 0) report(tick / ticksPerReport)
}
await Promise.all(open)
agent.destroy()
const answers: SoakReport = {
  statuses,
  visitsP99Ms: percentile(latencies.visits!, 0.99),
  pagesP99Ms: percentile(latencies.pages!, 0.99),
  reportsP99Ms: percentile(latencies.reports!, 0.99),
}
process.stdout.write(JSON.stringify(answers))

/** Sends a sale, every tenth twice at once: it is counted once. */
function report(index: number): void {
  const sale = plan.reports[index]
  if (!sale) return
  for (let sent = 0; sent < (index % 10 === 0 ? 2 : 1); sent += 1)
    send('reports', 'POST', sale.path, sale.headers, sale.body)
}

function send(
  kind: string,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
): void {
  const sentAt = performance.now()
  const answered = new Promise<void>((resolve) => {
    const done = (status: string) => {
      statuses[`${kind} ${status}`] = (statuses[`${kind} ${status}`] ?? 0) + 1
      latencies[kind]!.push(performance.now() - sentAt)
      resolve()
    }
    request(`${plan.origin}${path}`, { agent, method, headers }, (response) => {
      response.on('end', () => done(String(response.statusCode))).resume()
    })
      .on('error', () => done('none'))
      .end(body)
  }).finally(() => open.delete(answered))
  open.add(answered)
}

/** One in ten an unknown code, one in thirty HEAD, one in thirty a crawler, one in ten with a sub-id never seen. */
function someVisit(): [string, string, Record<string, string>] {
  const code = below(10) === 0 ? randomCode() : plan.codes[below(plan.codes.length)]!
  const sub = below(10) === 0 ? `?sub=${randomCode()}` : ''
  const agentName =
    below(30) === 0
      ? 'Googlebot/2.1 (+http://www.google.com/bot.html)'
      : `Mozilla/5.0 (Linux; Android 16; Pixel ${below(20)}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.${below(2_000)}.0 Mobile Safari/537.36`
  return [
    below(30) === 0 ? 'HEAD' : 'GET',
    `/s/${code}${sub}`,
    {
      'user-agent': agentName,
      referer: `https://site-${below(50)}.example/post`,
      'x-forwarded-for': `${1 + below(200)}.${below(256)}.${below(256)}.${below(256)}`,
    },
  ]
}

function randomCode(): string {
  return Math.random().toString(36).slice(2, 12).padEnd(7, 'x')
}

function below(count: number): number {
  return Math.floor(Math.random() * count)
}
