// Sends the LoadPlan on its standard input and writes a ClientReport: a process of its own, so that nothing of the
// command's work is between a request and its answer.
import { json } from 'node:stream/consumers'
import autocannon from 'autocannon'
import type { ClientReport, LoadPlan } from './load.ts'
import { percentile } from './statistics.ts'

const { origin, connections, requests }: LoadPlan = (await json(process.stdin)) as LoadPlan
const latencies: number[] = []
const statuses: Record<string, number> = {}
let first = Infinity
let last = 0
let clients = 0

const run = autocannon(
  {
    url: origin,
    connections,
    amount: requests.length,
    setupClient: (client) => {
      const turn = clients++
      client.setRequests(requests.filter((_, index) => index % connections === turn))
    },
  },
  (error: unknown, result) => {
    if (error) throw error
    const report: ClientReport = {
      statuses,
      failures: result.errors + result.timeouts,
      answers: latencies.length,
      seconds: (last - first) / 1000,
      perSecond: latencies.length / ((last - first) / 1000),
      p50Ms: percentile(latencies, 0.5),
      p95Ms: percentile(latencies, 0.95),
      p99Ms: percentile(latencies, 0.99),
    }
    process.stdout.write(JSON.stringify(report))
  },
)
run.on('response', (_client, status, _bytes, latencyMs) => {
  last = performance.now()
  first = Math.min(first, last - latencyMs)
  latencies.push(latencyMs)
  statuses[status] = (statuses[status] ?? 0) + 1
})
