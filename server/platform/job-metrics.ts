import { Gauge, type Registry } from 'prom-client'
import type { Db } from './database.ts'
import { collectInTime } from './http/scrape.ts'
import { lastOutcomes } from './job-outcomes.ts'

/** A metric of what a job last answered. */
export interface OutcomeGauge<Output> {
  job: string
  /** Of the metric. */
  name: string
  /** Says what the values are; that there is an age is added. */
  help: string
  /** Each by its label `metric`. */
  values(output: Output): Record<string, number>
}

/**
 * Registers what a job last answered and how old that is (`age_seconds`): the same from every process, whoever ran it, and
 * absent until it was done.
 */
export function registerOutcomeGauge<Output>(
  registry: Registry,
  db: Db,
  { job, name, help, values }: OutcomeGauge<Output>,
): void {
  const gauge: Gauge<'metric'> = new Gauge({
    name,
    help: `${help} How old it is: age_seconds.`,
    labelNames: ['metric'],
    registers: [registry],
    collect: collectInTime(async () => {
      const outcomes = await lastOutcomes(db, [job]).catch(() => undefined)
      if (!outcomes) return
      gauge.reset()
      const last = outcomes.get(job)
      if (!last) return
      for (const [metric, value] of Object.entries(values(last.output as Output)))
        gauge.set({ metric }, value)
      gauge.set({ metric: 'age_seconds' }, last.ageSec)
    }),
  })
}
