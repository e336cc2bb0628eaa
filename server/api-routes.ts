import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contracts/endpoints.ts'
import { operatorEndpoints } from '#contracts/operator-endpoints.ts'
import { getOpenApi } from '#contracts/openapi.endpoints.ts'
import type { ModuleParts } from './module-parts.ts'
import { recordMemberVisitors } from './modules/conversions/member-visitors.ts'
import { answersWithin, type AnswerWithin } from './platform/http/answer-within.ts'
import { bind, type Route } from './platform/http/bind.ts'
import { contractCheck, requireWhole } from './platform/http/contract-check.ts'
import { openApiDocument } from './platform/http/openapi.ts'
import type { RateLimiter } from './platform/http/rate-limits.ts'
import { registerRoutes, type KernelDeps } from './platform/http/routes.ts'
import type { Module, Platform } from './platform/module.ts'

/**
 * Registers the endpoints of every module and the document about them; answers how to ask them from within. Throws unless
 * all of the contracts are bound.
 */
export function registerApi(
  server: FastifyInstance,
  { config, db, clock, log }: Platform,
  {
    modules,
    parts: { access, clicks },
    also,
    rateLimiter,
  }: { modules: readonly Module[]; parts: ModuleParts; also: Route[]; rateLimiter: RateLimiter },
): AnswerWithin {
  const { publicOrigin } = config
  // A fifth of the work of a start: made for who first asks.
  let document: object | undefined
  const routes: Route[] = [
    bind(getOpenApi, async () => (document ??= describe()) as never),
    ...modules.flatMap((module) => module.routes ?? []),
  ]
  requireWhole([...endpoints, ...operatorEndpoints], routes)
  const absent = new Set(routes.filter((route) => route.absent).map(({ endpoint }) => endpoint))
  const describe = () =>
    openApiDocument(
      endpoints.filter((endpoint) => !absent.has(endpoint)),
      publicOrigin,
    )
  const deps: KernelDeps = {
    db,
    clock,
    authenticator: access.authenticator,
    rateLimiter,
    publicOrigin,
    memberSeen: recordMemberVisitors({ db, log, visitorOf: clicks.visitorOf }),
    contractCheck: config.env === 'production' ? undefined : contractCheck(),
  }
  registerRoutes(server, [...routes, ...also], deps)
  return answersWithin(routes, deps)
}
