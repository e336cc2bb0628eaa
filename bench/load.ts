import { fileURLToPath } from 'node:url'
import { startProgram } from '#testing/processes.ts'

/** Requests to be sent, each once. */
export interface LoadPlan {
  /** Where to, e.g. `http://127.0.0.1:40123`. */
  origin: string
  /** As many clients, each sending its next request when the last one was answered. */
  connections: number
  /** Dealt to the clients in turns; their number is a multiple of `connections`. */
  requests: LoadRequest[]
  /** Every answer has this status, or the load fails. */
  status: number
}

export interface LoadRequest {
  method?: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: string
}

/** How a load was answered. */
export interface Load {
  answers: number
  /** From the first request to the last answer. */
  seconds: number
  perSecond: number
  p50Ms: number
  p95Ms: number
  p99Ms: number
}

/** What load-client.ts writes: answers by status, and requests that got none. */
export interface ClientReport extends Load {
  statuses: Record<string, number>
  failures: number
}

const client = fileURLToPath(new URL('load-client.ts', import.meta.url))

/** Sends a load from a process of its own. Throws when an answer is missing or has another status. */
export async function load(plan: LoadPlan): Promise<Load> {
  if (plan.requests.length % plan.connections !== 0) throw new Error('Clients would get unequal shares')
  const { status, stdout, stderr } = await startProgram([process.execPath, client], {}, JSON.stringify(plan))
    .ended
  if (status !== 0) throw new Error(`The load client ended: ${stderr}`)
  const { statuses, failures, ...figures }: ClientReport = JSON.parse(stdout)
  if (failures > 0 || statuses[plan.status] !== plan.requests.length)
    throw new Error(
      `Of ${plan.requests.length} requests ${failures} failed, others were answered ${JSON.stringify(statuses)}`,
    )
  return figures
}
