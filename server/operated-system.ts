import * as z from 'zod/mini'
import * as contract from '#contracts/operator-system.endpoints.ts'
import type { Findings, System, SystemJob } from '#contracts/operator-system.schemas.ts'
import { time } from '#contracts/shapes.ts'
import { nextCronTime } from '#rules/cron.ts'
import type { Config } from './config.ts'
import { operate } from './modules/operators/public.ts'
import type { WebhookOperations } from './modules/webhooks/public.ts'
import type { Db } from './platform/database.ts'
import { answer, bind, type Route } from './platform/http/bind.ts'
import { decodeCursor, pageOf } from './platform/http/cursor.ts'
import { problem } from './platform/http/problems.ts'
import { failedRuns, jobStates, lockFailedRuns } from './platform/job-states.ts'
import type { Job, Jobs } from './platform/jobs.ts'
import { countTrouble } from './platform/mail/address-trouble.ts'
import { programVersion } from './platform/migration-files.ts'
import type { Module } from './platform/module.ts'
import { runningProcesses, workerSilence } from './platform/running-processes.ts'

interface Deps {
  db: Db
  /** As they were read, so that it is the settings of the operator which are looked at. */
  settings: Config
  jobs: () => Pick<Jobs, 'list' | 'add' | 'retry'>
  webhooks: Pick<WebhookOperations, 'troubled' | 'replay'>
}

const webhooksMax = 100
const retriesMax = 10_000
const place = z.object({ failedAt: time.check(z.startsWith('2')), id: z.uuid() })

/** The state of the installation in the console: processes, jobs, what could not be delivered, and what the doctor finds. */
export function operatedSystemModule(deps: Deps): Module {
  return { routes: [...stateRoutes(deps), ...jobRoutes(deps), replayRoute(deps)] }
}

function stateRoutes(deps: Deps): Route[] {
  let last: Findings | undefined
  const look = oneAtATime(async (): Promise<Findings> => {
    // What mails, files and networks are looked at with is loaded when somebody asks.
    const { examine } = await import('./doctor/examine.ts')
    last = { checkedAt: new Date().toISOString(), items: await examine(deps.settings) }
    return last
  })
  return [
    bind(contract.getSystem, async ({ db }) => await systemNow(db, deps)),
    bind(contract.examineSystem, async ({ query: { maxAgeSec = 0 } }) =>
      last && Date.now() - Date.parse(last.checkedAt) < maxAgeSec * 1_000 ? last : await look(),
    ),
  ]
}

async function systemNow(db: Db, { jobs, webhooks }: Deps): Promise<System> {
  const processes = await runningProcesses(db)
  const silentSec = processes.some(({ works }) => works) ? null : await workerSilence(db)
  const { bounce, complaint, soft } = await countTrouble(db)
  const states = await jobStates(db)
  const now = Date.now()
  return {
    version: programVersion(),
    node: process.versions.node,
    processes: processes.map(({ startedAt, seenAt, ...one }) => ({
      ...one,
      startedAt: startedAt.toISOString(),
      seenAt: seenAt.toISOString(),
    })),
    noWorkerSince: silentSec === null ? null : new Date(now - silentSec * 1_000).toISOString(),
    jobs: jobs()
      .list()
      .map((job) => jobNow(job, states.get(job.name), now)),
    mail: { bounced: bounce, complained: complaint, soft },
    webhooks: (await webhooks.troubled(webhooksMax)).map(({ url, failingSince, ...endpoint }) => ({
      ...endpoint,
      host: new URL(url).host,
      failingSince: failingSince?.toISOString() ?? null,
    })),
  }
}

function jobNow(
  { name, doc, cron }: Job,
  state: Awaited<ReturnType<typeof jobStates>> extends Map<string, infer State> ? State | undefined : never,
  now: number,
): SystemJob {
  const nextAt = cron === undefined ? undefined : nextCronTime(cron, now)
  return {
    name,
    doc,
    cron: cron ?? null,
    nextAt: nextAt === undefined ? null : new Date(nextAt).toISOString(),
    lastDoneAt: state?.lastDoneAt?.toISOString() ?? null,
    lastFailedAt: state?.lastFailedAt?.toISOString() ?? null,
    failed: state?.failed ?? 0,
    waiting: state?.waiting ?? 0,
    oldestDueAt: state?.oldestDueAt?.toISOString() ?? null,
  }
}

function jobRoutes({ jobs }: Deps): Route[] {
  const known = (name: string): Job => {
    const found = jobs()
      .list()
      .find((job) => job.name === name)
    if (!found) throw problem('not_found', { detail: `There is no job ${name}.` })
    return found
  }
  return [
    bind(contract.listFailedJobs, async ({ db, query: { job, limit, cursor } }) => {
      const before = cursor === undefined ? undefined : decodeCursor(place, cursor)
      const rows = await failedRuns(db, { job, before, limit: limit + 1 })
      const page = pageOf(rows, limit, ({ failedAtText, id }) => ({ failedAt: failedAtText, id }))
      const items = page.items.map(({ failedAt, createdAt, failedAtText: _, ...run }) => ({
        ...run,
        failedAt: failedAt.toISOString(),
        createdAt: createdAt.toISOString(),
      }))
      return { ...page, items }
    }),
    bind(contract.runJob, async ({ transaction, actor, params: { name } }) => {
      const { cron } = known(name)
      if (cron === undefined)
        throw problem('conflict', { detail: `${name} runs for something alone, such as one mail.` })
      await transaction(async (tx) => {
        await operate(tx, actor, { action: 'job.run', target: name })
        await jobs().add(tx, name, {})
      })
      return answer(202, { job: name })
    }),
    bind(contract.retryJob, async ({ transaction, actor, params: { name }, body: { id } }) => {
      known(name)
      return await transaction(async (tx) => {
        const ids = await lockFailedRuns(tx, { name, id, limit: id === undefined ? retriesMax : 1 })
        if (id !== undefined && ids.length === 0)
          throw problem('not_found', { detail: 'This run has not failed, or was tried again since.' })
        if (ids.length > 0) {
          await operate(tx, actor, { action: 'job.run', target: name, after: { retried: ids.length } })
          await jobs().retry(tx, name, ids)
        }
        return { retried: ids.length }
      })
    }),
  ]
}

function replayRoute({ webhooks }: Deps): Route {
  return bind(contract.replayFailedWebhooks, async ({ actor, params: { id } }) => ({
    replayed: await webhooks.replay(actor, { endpointId: id }),
  }))
}

/** Who asks while it is under way gets the same answer. */
function oneAtATime<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return async () => await (running ??= work().finally(() => (running = undefined)))
}
