import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { readMailReports, type MailReport } from '#rules/mail-report.ts'
import type { Db } from '../database.ts'
import { basicCredentials } from '../http/basic-credentials.ts'
import { problem } from '../http/problems.ts'
import type { Limited, RateLimiter } from '../http/rate-limits.ts'
import { isSameSecret } from '../same-secret.ts'
import { recordMailReports } from './address-trouble.ts'

const bodyMax = 262_144

/** For the count of requests of a network; it is no endpoint of the API. */
export const mailReport: Limited & { ratePerMinute: number } = {
  id: 'mailReport',
  access: 'public',
  ratePerMinute: 600,
}

/**
 * `POST /mail-reports`: what a mail provider reports of bounces and complaints, with the secret of the settings as the
 * bearer or the password of HTTP's basic authentication (providers take it in the address). 404 without the setting. A
 * network has 600 a minute, and a body is read of who has the secret.
 */
export function mailReportRoutes(
  server: FastifyInstance,
  {
    db,
    log,
    secret,
    rateLimiter,
  }: { db: Db; log: Logger; secret: string | null; rateLimiter: Pick<RateLimiter, 'address'> },
): void {
  void server.register(async (scope) => {
    // SNS says text/plain.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: bodyMax }, (_request, body, done) =>
      done(null, body),
    )
    // Before the body is read.
    scope.addHook('onRequest', async (request) => {
      await rateLimiter.address(mailReport, request)
      if (secret === null) throw problem('not_found')
      // SNS sends the password of its address only after it was asked for one, with a realm.
      if (!isAuthorized(request, secret))
        throw problem('unauthenticated', { headers: { 'www-authenticate': 'Basic realm="mail reports"' } })
    })
    scope.post('/mail-reports', async (request, reply) => {
      const reports = read(request, log)
      await recordMailReports(db, reports)
      return reply.code(204).send()
    })
  })
}

function read({ body }: FastifyRequest, log: Logger): MailReport[] {
  try {
    const said = JSON.parse(String(body)) as { Type?: unknown; SubscribeURL?: unknown }
    // An address that a stranger wrote is not fetched: the operator opens it.
    if (said.Type === 'SubscriptionConfirmation')
      log.warn({ url: said.SubscribeURL }, 'open this address to have SNS report bounces and complaints')
    return readMailReports(said)
  } catch {
    const issues = [{ path: 'body', code: 'custom', message: 'That is no report we can read.' }]
    throw problem('validation_failed', { members: { issues } })
  }
}

function isAuthorized({ headers }: FastifyRequest, secret: string): boolean {
  const bearer = /^bearer +(.+)$/i.exec(headers.authorization ?? '')?.[1]
  const given = bearer ?? basicCredentials(headers.authorization)?.password
  return given !== undefined && isSameSecret(given, secret)
}
