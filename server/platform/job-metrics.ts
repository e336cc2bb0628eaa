import { Gauge, type Registry } from 'prom-client'

/** The last values of a job that runs in this process, for /metrics. */
export interface JobMetrics {
  set(values: Record<string, number>): void
  /** For `healthRoutes`. */
  register(registry: Registry): void
}

/** Values under one metric, each by its label `metric`; absent until the job has run. */
export function createJobMetrics(name: string, help: string): JobMetrics {
  let last: Record<string, number> = {}
  return {
    set: (values) => void (last = values),
    register: (registry) => {
      const gauge: Gauge<'metric'> = new Gauge({
        name,
        help,
        labelNames: ['metric'],
        registers: [registry],
        collect: () => {
          for (const [metric, value] of Object.entries(last)) gauge.set({ metric }, value)
        },
      })
    },
  }
}
