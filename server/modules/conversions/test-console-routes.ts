import * as z from 'zod/mini'
import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import {
  conversionReport,
  type ConversionAnswer,
  type ConversionReport,
} from '#contracts/conversions.schemas.ts'
import { minorOf } from '#rules/currency.ts'
import type { Authenticator, BrandActor } from '#server/platform/http/actors.ts'
import { problemOf, validationProblem } from '#server/platform/http/failures.ts'
import { requireSameOrigin } from '#server/platform/http/origin.ts'
import { problem } from '#server/platform/http/problems.ts'
import type { Limited, RateLimiter } from '#server/platform/http/rate-limits.ts'
import { type ClickDeps, awaitClick } from './ingest-conversion.ts'
import { testConsolePage, type Tried, type TypedReport } from './test-console-page.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { reportConversion, type Reported } from './report-conversion.ts'

export interface TestConsoleDeps extends ClickDeps {
  publicOrigin: string
  authenticateBrand: Authenticator['brand']
  rateLimiter: RateLimiter
}

/** For the count of requests; it is no endpoint of the API. */
const tries: Limited = {
  id: 'brandTestConsole',
  access: 'public',
  ratePerMinute: 30,
}

/** `/brands/test`: a brand's developer types a key, a click and an order, and sees what the report would result in. */
export function testConsoleRoutes(server: FastifyInstance, deps: TestConsoleDeps): void {
  server.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
      /%00/.test(body as string) ? done(problem('malformed_request')) : done(null, body),
    )
    scope.get('/brands/test', async (_request, reply) => html(reply, testConsolePage(blank())))
    scope.post('/brands/test', async (request, reply) => {
      requireSameOrigin(request, deps.publicOrigin)
      await deps.rateLimiter.address(tries, request)
      const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '')
      const typed = typedIn(form)
      return html(reply, testConsolePage(typed, await attempt(deps, form.get('key') ?? '', typed)))
    })
  })
}

async function attempt(deps: TestConsoleDeps, key: string, typed: TypedReport): Promise<Tried> {
  try {
    const brand = await deps.authenticateBrand(key.trim())
    if (!brand.scopes.includes('conversions')) throw problem('key_scope_missing')
    return await rehearseReport(deps, brand, reportOf(typed))
  } catch (error) {
    const failure = problemOf(error)
    // Problems with a public message are shown as the answer; a failure of ours stays a failure.
    if (failure.status >= 500 && failure.options.detail === undefined) throw failure
    const issues = (failure.options.members?.issues ?? []) as { path: string; message: string }[]
    const where = issues.map(({ path, message }) => `${path.replace(/^body\.?/, '')}: ${message}`)
    return { detail: [failure.options.detail ?? failure.message, ...where].join(' ') }
  }
}

function reportOf({ clickId, eventId, type, amount, currency }: TypedReport) {
  const sale = type === 'sale' && amount !== ''
  const parsed = z.safeParse(conversionReport, {
    clickId,
    eventId,
    type,
    ...(sale ? { amount: { currency, minor: minorOf(amount, currency) } } : {}),
  })
  if (!parsed.success) throw validationProblem('body', parsed.error)
  return parsed.data
}

function typedIn(form: URLSearchParams): TypedReport {
  const text = (name: string) => (form.get(name) ?? '').trim().slice(0, 200)
  const [clickId, eventId, type] = [text('clickId'), text('eventId'), text('type')]
  return { clickId, eventId, type, amount: text('amount'), currency: text('currency').toUpperCase() }
}

function blank(): TypedReport {
  const eventId = `test-${randomBytes(4).toString('hex')}`
  return { clickId: '', eventId, type: 'sale', amount: '100.00', currency: 'USD' }
}

function html(reply: FastifyReply, page: string): FastifyReply {
  return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page)
}

/** Carries the answer out of the transaction that is given up. */
class Rehearsed extends Error {
  readonly reported: Reported

  constructor(reported: Reported) {
    super('A rehearsal is given up')
    this.reported = reported
  }
}

/**
 * What a report would be answered at this moment: it is taken as it is, budget and all, and then given up with its
 * transaction, so nothing of it is recorded, reserved, sent or paid, and its event id stays free. Throws what
 * `reportConversion` throws.
 */
export async function rehearseReport(
  deps: ClickDeps,
  actor: Pick<BrandActor, 'brandId'>,
  report: ConversionReport,
): Promise<{ answer: ConversionAnswer; isRepeated: boolean }> {
  await awaitClick(deps, report.clickId)
  try {
    return await inTransaction(deps.db, async (tx): Promise<never> => {
      throw new Rehearsed(await reportConversion(tx, actor, report))
    })
  } catch (error) {
    if (!(error instanceof Rehearsed)) throw error
    const { answer, created } = error.reported
    return { answer, isRepeated: !created }
  }
}
