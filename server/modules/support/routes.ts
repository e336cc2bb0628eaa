import type { FastifyRequest } from 'fastify'
import * as support from '#contracts/support.endpoints.ts'
import {
  SUPPORT_NETWORK_DAY_MAX,
  SUPPORT_NETWORK_HOUR_MAX,
  SUPPORT_PICTURES_DAY_MAX,
} from '#rules/support-request.ts'
import type { Db } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { answer, Answer, bind, type Route } from '#server/platform/http/bind.ts'
import { hasIdempotencyKey, withIdempotencyKey } from '#server/platform/http/idempotency.ts'
import { networkOf } from '#server/platform/http/network-of.ts'
import { invalidValue, problem } from '#server/platform/http/problems.ts'
import { replyToRequest } from './reply-to-request.ts'
import { requestSupport, type Asker } from './request-support.ts'
import type { SupportDeps } from './support-deps.ts'
import { uploadPicture } from './support-pictures.ts'
import { requestPage } from './support-queries.ts'
import { supportRequestView } from './support-view.ts'

const dayMin = 24 * 60

/** The form, for visitors and members, and a member's own requests. */
export function supportRoutes(db: Db, deps: SupportDeps): Route[] {
  return [
    bind(support.createSupportRequest, async ({ body, request }) => {
      const member = await memberOfRequest(request, deps)
      const { captchaToken, email, ...input } = body
      if (!member && email === undefined) throw invalidValue('body.email', 'Enter your e-mail address.')
      const keyed = {
        // A visitor's key is as secret as an account: nobody else's names the same request.
        actor: member?.uid ?? 'support visitor',
        keys: keysOf(request),
        request: [request.method, request.url, { ...input, email: email ?? null }],
      }
      const isRepeated = await hasIdempotencyKey(db, keyed)
      const asker: Asker = member
        ? { member }
        : {
            email: email!,
            mayMail: isRepeated || (await admitStranger(request, { email: email!, captchaToken }, deps)),
          }
      const done = await withIdempotencyKey(db, keyed, async (tx) =>
        answer(201, await requestSupport(tx, asker, input, deps)),
      )
      return done as Answer<Awaited<ReturnType<typeof requestSupport>>>
    }),
    bind(support.uploadSupportPicture, async ({ db: at, body: bytes, request }) => {
      const type = request.headers['content-type']!.split(';', 1)[0]!.trim().toLowerCase()
      await deps.strangers.countOf(networkOf(request.ip), [
        { name: 'support_picture', max: SUPPORT_PICTURES_DAY_MAX, windowMin: dayMin },
      ])
      return answer(201, { id: await uploadPicture(at, { bytes, type }, deps.files) })
    }),
    bind(support.listSupportRequests, async ({ db: at, actor, query }) => {
      const page = await requestPage(at, actor.uid, query)
      return { ...page, items: page.items.map(supportRequestView) }
    }),
    bind(support.replyToSupportRequest, async ({ transaction, actor, params, body }) =>
      answer(201, await transaction((tx) => replyToRequest(tx, actor, { ...params, ...body }, deps))),
    ),
  ]
}

/** The member who sent a bearer along; null for a visitor, who sends none. */
async function memberOfRequest(
  request: FastifyRequest,
  { memberOf }: SupportDeps,
): Promise<MemberActor | null> {
  const { authorization } = request.headers
  if (authorization === undefined) return null
  const token = /^Bearer +([\w.~+/=-]+)$/i.exec(authorization)?.[1]
  if (!token) throw problem('unauthenticated')
  return await memberOf(token)
}

/** The request's key, as the kernel reads it of members' calls. */
function keysOf({ headers }: FastifyRequest): string[] {
  const key = headers['idempotency-key']
  if (key === undefined) return []
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key))
    throw problem('malformed_request', { detail: 'Idempotency-Key is 1 to 200 printable characters.' })
  return [key]
}

/** Checks and counts somebody whom nobody knows; answers whether they may be mailed a confirmation. */
async function admitStranger(
  request: FastifyRequest,
  { email, captchaToken }: { email: string; captchaToken: string | undefined },
  { strangers }: SupportDeps,
): Promise<boolean> {
  await strangers.requirePerson(captchaToken)
  await strangers.countOf(networkOf(request.ip), [
    { name: 'support_network', max: SUPPORT_NETWORK_HOUR_MAX, windowMin: 60 },
    { name: 'support_network_day', max: SUPPORT_NETWORK_DAY_MAX, windowMin: dayMin },
  ])
  return await strangers.takeMail(email)
}
