import { Gauge, type Registry } from 'prom-client'

/** The last figures of a job that runs in this process, for /metrics. */
export interface Figures {
  set(figures: Record<string, number>): void
  /** For `healthRoutes`. */
  register(registry: Registry): void
}

/** Figures under one metric, each by its label `figure`; absent until the job has run. */
export function createFigures(name: string, help: string): Figures {
  let last: Record<string, number> = {}
  return {
    set: (figures) => void (last = figures),
    register: (registry) => {
      const gauge: Gauge<'figure'> = new Gauge({
        name,
        help,
        labelNames: ['figure'],
        registers: [registry],
        collect: () => {
          for (const [figure, value] of Object.entries(last)) gauge.set({ figure }, value)
        },
      })
    },
  }
}
