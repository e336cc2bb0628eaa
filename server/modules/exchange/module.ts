import type { Module, Platform } from '#server/platform/module.ts'
import { quoteExport } from './export-quotes.ts'
import { exchangeJobs } from './jobs.ts'
import { exchangeRoutes } from './routes.ts'

/** The rate between US dollars and crels, and quotes at it. */
export function exchangeModule({ db }: Platform): Module {
  return { routes: exchangeRoutes(), jobs: exchangeJobs(db), export: [quoteExport(db)] }
}
