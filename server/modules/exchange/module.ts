import type { Logger } from 'pino'
import * as exchange from '#contracts/exchange.endpoints.ts'
import * as previews from '#contracts/operator-previews.endpoints.ts'
import type { Module, Platform } from '#server/platform/module.ts'
import { answer, bind, type Route } from '#server/platform/http/bind.ts'
import type { Db } from '#server/platform/database.ts'
import { job, type Job } from '#server/platform/jobs.ts'
import { quoteExport } from './export-quotes.ts'
import { createQuote } from './create-quote.ts'
import { heldQuote } from './held-quote.ts'
import { exchangeNow } from './rate-queries.ts'
import { notifyEndingQuotes } from './notify-ending-quotes.ts'
import { previewExchange } from './preview-exchange.ts'
import { forgetQuotes } from './quote-queries.ts'

/** The rate between US dollars and crels, and quotes at it. */
export function exchangeModule({ db, log }: Platform): Module {
  return { routes: exchangeRoutes(), jobs: exchangeJobs({ db, log }), export: [quoteExport(db)] }
}

/** The endpoints of contracts/exchange.endpoints.ts, and what a pause or another rate touches, for operators. */
function exchangeRoutes(): Route[] {
  return [
    bind(exchange.getUsdToCrels, async ({ db }) => {
      const { usdToCrels, setAt, paused } = await exchangeNow(db)
      return { value: Number(usdToCrels), asOf: setAt.toISOString(), paused }
    }),
    bind(exchange.createQuote, async ({ transaction, actor, body }) =>
      answer(201, await transaction((tx) => createQuote(tx, actor, body))),
    ),
    bind(exchange.getHeldQuote, async ({ db, actor }) => heldQuote(db, actor)),
    bind(previews.previewExchange, async ({ db, query }) => previewExchange(db, query)),
  ]
}

/** The jobs of the exchange. */
function exchangeJobs(deps: { db: Db; log: Logger }): Job[] {
  return [
    job({
      name: 'notify-ending-quotes',
      doc: 'Notifies members whose quote is about to end.',
      cron: '* * * * *',
      retryLimit: 0,
      run: async () => ({ ending: await notifyEndingQuotes(deps.db, deps) }),
    }),
    job({
      name: 'forget-quotes',
      doc: 'Removes quotes that were never used, a week after they expired.',
      cron: '47 * * * *',
      run: async () => ({ forgotten: await forgetQuotes(deps.db) }),
    }),
  ]
}
