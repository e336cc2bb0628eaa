import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { conversionReport } from '#contracts/conversions.schemas.ts'
import { ingestConversion, type ClickDeps } from '../modules/conversions/public.ts'
import type { Db } from '../platform/database.ts'
import { problemOf, validationProblem } from '../platform/http/failures.ts'
import { requireSameOrigin } from '../platform/http/origin.ts'
import { problem } from '../platform/http/problems.ts'
import { answerPage, brandPage, type BrandVisit } from './brand-page.ts'

interface DemoBrand {
  id: string
  slug: string
  name: string
  /** Only for these may anybody report. */
  demo: boolean
}

/** `/dev/brand/{slug}`: where demo campaigns lead on a machine of one's own. Never registered in production. */
export function demoBrandRoutes(server: FastifyInstance, deps: ClickDeps & { publicOrigin: string }) {
  server.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
      /%00/.test(body as string)
        ? done(problem('malformed_request'))
        : done(null, Object.fromEntries(new URLSearchParams(body as string))),
    )
    scope.get<{ Params: { slug: string } }>('/dev/brand/:slug', async (request, reply) => {
      const brand = await brandBySlug(deps.db, request.params.slug)
      return html(reply, brandPage(visitOf(brand, new URL(request.url, deps.publicOrigin).searchParams)))
    })
    scope.post<{ Params: { slug: string } }>('/dev/brand/:slug/conversions', async (request, reply) => {
      requireSameOrigin(request, deps.publicOrigin)
      const brand = await brandBySlug(deps.db, request.params.slug)
      if (!brand.demo) throw problem('not_found')
      const form = new URLSearchParams(request.body as Record<string, string>)
      const visit = { ...visitOf(brand, form), clickId: form.get('clickId') }
      return html(reply, answerPage(visit, await report(request, brand, form)))
    })
  })

  async function report(request: FastifyRequest, brand: DemoBrand, form: URLSearchParams) {
    try {
      const { answer } = await ingestConversion(deps, { brandId: brand.id }, readReport(form))
      return answer
    } catch (error) {
      const failure = problemOf(error)
      if (failure.status >= 500) throw failure
      request.log.debug({ code: failure.code }, 'demo conversion refused')
      return { detail: failure.options.detail ?? failure.message }
    }
  }
}

function readReport(form: URLSearchParams) {
  const type = form.get('type')
  const [dollars = '', cents = ''] = (form.get('usd') ?? '').split('.')
  const minor = Number(dollars) * 100 + Number(cents.padEnd(2, '0'))
  const report = { eventId: form.get('eventId'), clickId: form.get('clickId'), type }
  const parsed = z.safeParse(
    conversionReport,
    type === 'sale' ? { ...report, amount: { currency: 'USD', minor } } : report,
  )
  if (!parsed.success) throw validationProblem('body', parsed.error)
  return parsed.data
}

function visitOf(brand: DemoBrand, query: URLSearchParams): BrandVisit {
  return { brand, clickId: query.get('crels_click'), page: query.get('page') }
}

async function brandBySlug(db: Db, slug: string): Promise<DemoBrand> {
  const { rows } = await sql<DemoBrand>`select id, slug, name, demo from brand where slug = ${slug}`.execute(
    db,
  )
  if (!rows[0]) throw problem('not_found')
  return rows[0]
}

function html(reply: FastifyReply, page: string): FastifyReply {
  return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page)
}
