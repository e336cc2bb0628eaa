// Asks for quotes and redeems them, from a process of its own: each client takes its next quote when the last one was
// redeemed, over HTTP or by the driver alone. Reads a RedemptionPlan, writes a RedemptionReport.
import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import type pg from 'pg'
import { openPool } from '#server/platform/database.ts'
import { redeemBySql } from './redemption-sql.ts'
import type { RedemptionPlan, RedemptionReport, Redeeming } from './redemptions.ts'
import { percentile } from './statistics.ts'

const plan = (await json(process.stdin)) as RedemptionPlan
const latencies: number[] = []
const agent = new Agent({ keepAlive: true, maxSockets: plan.members.length })
const pool = plan.databaseUrl
  ? openPool({ url: plan.databaseUrl, poolSize: plan.members.length, asApp: true, name: 'bench' })
  : null
const clients = pool ? await Promise.all(plan.members.map(async () => await pool.connect())) : []

const begun = performance.now()
await Promise.all(
  plan.members.map(async (member, index) => {
    for (let pair = 0; pair < plan.pairs; pair += 1) {
      const from = performance.now()
      await (pool ? redeemBySql(clients[index]!, member) : redeemByHttp(member))
      latencies.push(performance.now() - from)
    }
  }),
)
const seconds = (performance.now() - begun) / 1000
const report: RedemptionReport = {
  perSecond: latencies.length / seconds,
  p50Ms: percentile(latencies, 0.5),
  p99Ms: percentile(latencies, 0.99),
}
process.stdout.write(JSON.stringify(report))
for (const client of clients as pg.PoolClient[]) client.release()
await pool?.end()
agent.destroy()

async function redeemByHttp({ headers, destinationId }: Redeeming): Promise<void> {
  const quote = (await post('/api/v1/exchange/quotes', headers, { usdCents: 20_00 })) as { id: string }
  await post('/api/v1/redemptions', headers, { quoteId: quote.id, destinationId })
}

async function post(path: string, headers: Record<string, string>, body: object): Promise<unknown> {
  const sent = request(`${plan.origin}${path}`, { method: 'POST', headers, agent })
  sent.end(JSON.stringify(body))
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const value = await json(answer)
  if (answer.statusCode !== 201) throw new Error(`${path}: ${answer.statusCode} ${JSON.stringify(value)}`)
  return value
}
