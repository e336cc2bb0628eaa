import { Counter, Gauge, type Registry } from 'prom-client'

interface JobCount {
  done: number
  failed: number
  seconds: number
  /** When it last succeeded, in seconds since 1970. */
  lastDoneAt: number | null
}

/** What the jobs of this process came to since it began. */
export class JobCounts {
  readonly #byName = new Map<string, JobCount>()

  /**
   * Counts a job from 0 on, before its first run: Prometheus sees no increase in a series that begins at 1, so the failures
   * of one that runs once a day were none.
   */
  begin(name: string): JobCount {
    const count = this.#byName.get(name) ?? { done: 0, failed: 0, seconds: 0, lastDoneAt: null }
    this.#byName.set(name, count)
    return count
  }

  /** Runs a job and counts what came of it. */
  async of<T>(name: string, run: () => Promise<T>): Promise<T> {
    const count = this.begin(name)
    const began = performance.now()
    try {
      const answer = await run()
      count.done += 1
      count.lastDoneAt = Date.now() / 1_000
      return answer
    } catch (error) {
      count.failed += 1
      throw error
    } finally {
      count.seconds += (performance.now() - began) / 1_000
    }
  }

  /** Named by the label `name`: `job` is Prometheus's own, and a scrape renames another. */
  register(registry: Registry): void {
    const runs: Counter<'name' | 'result'> = new Counter({
      name: 'crels_job_runs_total',
      help: 'Runs of jobs by this process, done or failed; one that failed is tried again.',
      labelNames: ['name', 'result'],
      registers: [registry],
      collect: () => {
        runs.reset()
        for (const [name, { done, failed }] of this.#byName) {
          runs.inc({ name, result: 'done' }, done)
          runs.inc({ name, result: 'failed' }, failed)
        }
      },
    })
    const seconds: Counter<'name'> = new Counter({
      name: 'crels_job_seconds_total',
      help: 'How long the runs of a job took in this process, all together.',
      labelNames: ['name'],
      registers: [registry],
      collect: () => {
        seconds.reset()
        for (const [name, count] of this.#byName) seconds.inc({ name }, count.seconds)
      },
    })
    const last: Gauge<'name'> = new Gauge({
      name: 'crels_job_last_done_timestamp_seconds',
      help: 'When a job last succeeded in this process, in seconds since 1970.',
      labelNames: ['name'],
      registers: [registry],
      collect: () => {
        for (const [name, { lastDoneAt }] of this.#byName)
          if (lastDoneAt !== null) last.set({ name }, lastDoneAt)
      },
    })
  }
}
