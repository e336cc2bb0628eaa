import * as appeals from '#contracts/appeals.endpoints.ts'
import * as clickReviews from '#contracts/click-reviews.endpoints.ts'
import * as conversions from '#contracts/conversions.endpoints.ts'
import * as earnings from '#contracts/earnings.endpoints.ts'
import type { Module, Platform } from '#server/platform/module.ts'
import { provingJob, registerProofGauge } from '#server/platform/reconciliation.ts'
import { type ClickDeps, ingestConversionBatch, ingestConversion } from './ingest-conversion.ts'
import { conversionErasure } from './erase-member.ts'
import { conversionExport } from './export-earnings.ts'
import { conversionJobs } from './jobs.ts'
import { answer, bind, type Route, type Context } from '#server/platform/http/bind.ts'
import type { Problem } from '#server/platform/http/problems.ts'
import { appealEarning } from './appeals.ts'
import { listClicksUnderReview } from './list-clicks-under-review.ts'
import { listEarnings } from './list-earnings.ts'
import { earningsProof } from './reconcile-earnings.ts'
import { refundConversion } from './refund-conversion.ts'

/** Conversions, and what is earned by them and by clicks. */
export function conversionsModule(
  { config, db, log }: Platform,
  { clicks }: Pick<ClickDeps, 'clicks'>,
): Module {
  return {
    routes: conversionRoutes({ clicks }),
    jobs: [
      ...conversionJobs({ db, log, clickLimits: config.clickLimits }),
      provingJob({ db, log }, earningsProof),
    ],
    metrics: (registry) => registerProofGauge(registry, db, earningsProof),
    erase: [conversionErasure(db)],
    export: [conversionExport(db)],
  }
}

type ReportContext = Context<typeof conversions.reportConversion>

/** Reports and refunds by brands' servers, and members' earnings. */
export function conversionRoutes(clicks: Pick<ClickDeps, 'clicks'>): Route[] {
  return [
    bind(conversions.reportConversion, (ctx) => report(ctx, clicks)),
    bind(conversions.refundConversion, async ({ transaction, actor, params, body }) => {
      const refunded = await transaction((tx) => refundConversion(tx, actor, { ...params, ...body }))
      return answer(refunded.pending ? 202 : 200, refunded)
    }),
    bind(earnings.listEarnings, ({ db, actor, query }) => listEarnings(db, actor, query)),
    bind(clickReviews.listClicksUnderReview, ({ db, actor }) => listClicksUnderReview(db, actor)),
    bind(appeals.listCheckedEarnings, ({ db, actor, query }) =>
      listEarnings(db, actor, { ...query, checked: true }),
    ),
    bind(appeals.appealEarning, ({ transaction, actor, params, body }) =>
      transaction((tx) => appealEarning(tx, actor, { ...params, ...body })),
    ),
  ]
}

/** One report or a batch of them under one address: the body says which. */
async function report({ db, clock, actor, body, request }: ReportContext, clicks: Pick<ClickDeps, 'clicks'>) {
  const deps = { db, clock, ...clicks }
  if (!('items' in body)) {
    const reported = await ingestConversion(deps, actor, body)
    return answer(reported.created ? 201 : 200, reported.answer)
  }
  const failed = (failure: Problem) => {
    const fields = { err: failure.cause ?? failure, reqId: request.id }
    request.server.logSparingly(`row ${failure.code}`, fields, 'a row of a batch failed')
  }
  return { items: await ingestConversionBatch({ ...deps, failed }, actor, body.items) }
}
