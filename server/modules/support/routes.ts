import type { FastifyRequest } from 'fastify'
import * as support from '#contracts/support.endpoints.ts'
import {
  SUPPORT_NETWORK_DAY_MAX,
  SUPPORT_NETWORK_HOUR_MAX,
  SUPPORT_PICTURES_DAY_MAX,
} from '#rules/support-request.ts'
import type { Db } from '#server/platform/database.ts'
import { answer, Answer, bind, type Route } from '#server/platform/http/bind.ts'
import { hasIdempotencyKey, withIdempotencyKey } from '#server/platform/http/idempotency.ts'
import { idempotencyKeys } from '#server/platform/http/routes.ts'
import { networkOf } from '#server/platform/http/network-of.ts'
import { invalidValue } from '#server/platform/http/problems.ts'
import { replyToRequest } from './reply-to-request.ts'
import { requestSupport } from './request-support.ts'
import type { SupportDeps } from './support-deps.ts'
import { uploadPicture } from './support-pictures.ts'
import { requestPage } from './support-queries.ts'
import { supportRequestView } from './support-view.ts'

const dayMin = 24 * 60

/** The form, for visitors and members, and a member's own requests. */
export function supportRoutes(db: Db, deps: SupportDeps): Route[] {
  return [
    bind(support.createSupportRequest, async ({ body, actor, transaction, request }) => {
      const { captchaToken, email, ...input } = body
      // The kernel has seen to a member's key.
      if (actor)
        return answer(201, await transaction((tx) => requestSupport(tx, { member: actor }, input, deps)))
      if (email === undefined) throw invalidValue('body.email', 'Enter your e-mail address.')
      const keyed = {
        // A visitor's key is as secret as an account: another visitor's key names another request.
        actor: 'support visitor',
        keys: idempotencyKeys(request),
        request: [request.method, request.url, { ...input, email }],
      }
      // A repetition is answered as the first was: its captcha is used up, and nothing is mailed.
      const isRepeated = await hasIdempotencyKey(db, keyed)
      const mayMail = isRepeated || (await admitStranger(request, { email, captchaToken }, deps))
      const done = await withIdempotencyKey(db, keyed, async (tx) =>
        answer(201, await requestSupport(tx, { email, mayMail }, input, deps)),
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

/** Checks and counts a visitor; answers whether they may be mailed a confirmation. */
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
