import * as z from 'zod/mini'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  conversionReport,
  type ConversionAnswer,
  type ConversionReport,
} from '#contracts/conversions.schemas.ts'
import { minorOf } from '#rules/currency.ts'
import type { Authenticator, BrandActor } from '#server/platform/http/actors.ts'
import { problemOf, validationProblem } from '#server/platform/http/failures.ts'
import { problem } from '#server/platform/http/problems.ts'
import type { Limited, RateLimiter } from '#server/platform/http/rate-limits.ts'
import { isClickOnItsWay, type ClickDeps, awaitClick, ingestConversion } from './ingest-conversion.ts'
import { enrolmentTerms } from '#server/modules/campaigns/public.ts'
import { findClick } from '#server/modules/clicks/public.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { findConversion, lockEvent } from './conversion-queries.ts'
import { recordReport } from './report-conversion.ts'
import { pixelEvent } from './pixel-event.ts'

export interface PixelDeps extends ClickDeps {
  /** The brand whose page loads the pixel of this name, without any proof. */
  pixelBrand(keyId: string): Promise<BrandActor>
  signedBrand: Authenticator['signedBrand']
  rateLimiter: RateLimiter
}

/** A transparent image of one pixel. */
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/** For the count of requests; it is no endpoint of the API. */
const pixel: Limited = {
  id: 'conversionPixel',
  access: 'public',
  ratePerMinute: 120,
}

/**
 * `GET /px/{key}.gif?click=…&event=…&type=…&amount=…&currency=…`: a conversion reported by an image on the brand's
 * page, for brands without a server that could. Always an image, so that no page breaks by it. With `t` and `sig` of a
 * signing key, made by the brand's server with the page, it is a report as any other, and the header `crels-result`
 * says what came of it; without, only the visitor's browser vouches for it, and it goes under review. A stranger could
 * learn from the answer which events and clicks there are, so it says `received` in every case.
 */
export function pixelRoutes(server: FastifyInstance, deps: PixelDeps): void {
  server.get<{ Params: { key: string } }>(
    '/px/:key.gif',
    { exposeHeadRoute: false },
    async (request, reply) => {
      await deps.rateLimiter.address(pixel, request)
      try {
        return image(reply, await take(deps, request))
      } catch (error) {
        const failure = problemOf(error)
        if (failure.status >= 500) throw failure
        return image(reply, failure.code)
      }
    },
  )
}

async function take(deps: PixelDeps, request: FastifyRequest<{ Params: { key: string } }>): Promise<string> {
  const { key } = request.params
  const query = new URLSearchParams(request.url.split('?')[1] ?? '')
  const signature = query.get('sig')
  if (signature === null) {
    const [brand, report] = [await deps.pixelBrand(key), reportOf(query)]
    await ingestPixelConversion(deps, brand, report).catch((error: unknown) => {
      const failure = problemOf(error)
      // A click that may still come is the visitor's secret too; the browser does not ask again.
      if (failure.status >= 500 && !isClickOnItsWay(failure)) throw failure
    })
    return 'received'
  }
  const target = request.url.replace(/&sig=[0-9a-f]*$/, '')
  const timestamp = query.get('t') ?? ''
  const brand = await deps.signedBrand({ keyId: key, timestamp, signature, method: 'GET', target, body: '' })
  if (!brand.scopes.includes('conversions')) throw problem('key_scope_missing')
  const { answer } = await ingestConversion(deps, brand, reportOf(query))
  return resultOf(answer)
}

function reportOf(query: URLSearchParams): ConversionReport {
  const currency = query.get('currency') ?? 'USD'
  const amount = query.get('amount')
  const parsed = z.safeParse(conversionReport, {
    eventId: query.get('event'),
    clickId: query.get('click'),
    type: query.get('type'),
    ...(amount === null ? {} : { amount: { currency, minor: minorOf(amount, currency) } }),
  })
  if (!parsed.success) throw validationProblem('query', parsed.error)
  // With what is put around it, it is still an event's id.
  if (parsed.data.eventId.length > 190) throw problem('validation_failed')
  return parsed.data
}

function resultOf({ status, reason }: ConversionAnswer): string {
  return reason ? `${status} ${reason}` : status
}

function image(reply: FastifyReply, result: string): FastifyReply {
  return reply
    .headers({
      'cache-control': 'no-store',
      'crels-result': result,
      // It is loaded by pages of brands.
      'cross-origin-resource-policy': 'cross-origin',
    })
    .type('image/gif')
    .send(gif)
}

/**
 * Takes what a visitor's browser says happened: under review as `unconfirmed`, or rejected as any other, once for an
 * event and click. Nothing is recorded for a click that is none of the brand's, nor of an event that the brand's server
 * has reported. Throws what `reportConversion` throws.
 */
export async function ingestPixelConversion(
  deps: ClickDeps,
  actor: Pick<BrandActor, 'brandId'>,
  report: ConversionReport,
): Promise<void> {
  await awaitClick(deps, report.clickId)
  await inTransaction(deps.db, async (tx) => {
    const now = await lockEvent(tx, actor.brandId, report.eventId)
    if (await findConversion(tx, actor.brandId, report.eventId)) return
    const said = { ...report, eventId: pixelEvent(report.eventId, report.clickId) }
    if (await findConversion(tx, actor.brandId, said.eventId)) return
    const click = await findClick(tx, report.clickId)
    const terms = click?.enrolmentId ? await enrolmentTerms(tx, click.enrolmentId) : undefined
    if (terms?.campaign.brandId !== actor.brandId) return
    await recordReport(tx, actor, said, { now, isUnconfirmed: true })
  })
}
