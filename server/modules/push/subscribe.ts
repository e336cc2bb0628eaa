import { createECDH } from 'node:crypto'
import type * as endpoints from '#contracts/push.endpoints.ts'
import type { AnswerOf, Parsed } from '#contracts/endpoint.ts'
import { requireActing } from '#server/modules/accounts/public.ts'
import { judgeDestination } from '#server/modules/shortlinks/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { deviceName } from '#server/platform/device-name.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { problem } from '#server/platform/http/problems.ts'
import type { PushDeps } from './push-deps.ts'
import {
  deleteSubscription,
  keepNewest,
  replaceSubscription,
  sessionLasts,
  subscriptionsOf,
  type SubscriptionRow,
} from './subscription-queries.ts'

type Actor = Pick<MemberActor, 'uid' | 'sessionId'>
type Listed = AnswerOf<typeof endpoints.createPushSubscription>

/** Browsers of a member that are notified at most; the oldest goes. */
const subscriptionsMax = 10

const userAgentMax = 400

/** The browsers that a member has notified, the newest first, and the key to subscribe with. */
export async function listSubscriptions(
  db: Db,
  actor: Pick<Actor, 'uid'>,
  { keys }: Pick<PushDeps, 'keys'>,
): Promise<AnswerOf<typeof endpoints.listPushSubscriptions>> {
  const { publicKey } = await keys.current()
  return { key: publicKey, items: (await subscriptionsOf(db, actor.uid)).map(view) }
}

/**
 * Has a browser notified from now on, until its session ends. A browser has one subscription: another member's who used
 * it before ends, and so does the former one of this session. Throws `validation_failed` for an address that is no
 * push service's (https, a public host) or keys that nothing can be encrypted for, and `user_token_expired` where the
 * session has just ended.
 */
export async function subscribe(
  tx: Tx,
  actor: Actor,
  {
    endpoint,
    keys,
    userAgent,
  }: Parsed<typeof endpoints.createPushSubscription>['body'] & { userAgent: string },
  deps: PushDeps,
): Promise<Listed> {
  const url = assertPushService(endpoint, deps)
  if (!isPoint(keys.p256dh)) throw unfit('body.keys.p256dh', 'That is no public key.')
  await requireActing(tx, actor.uid)
  if (deps.hasOwnSessions && !(await sessionLasts(tx, actor.sessionId))) throw problem('user_token_expired')
  const row = await replaceSubscription(tx, {
    ...actor,
    ...keys,
    endpoint: url,
    userAgent: userAgent.slice(0, userAgentMax),
  })
  await keepNewest(tx, actor.uid, subscriptionsMax)
  return view(row)
}

/** Has a browser notified no more. Throws `not_found` for one that is not the member's. */
export async function unsubscribe(tx: Tx, actor: Pick<Actor, 'uid'>, { id }: { id: string }): Promise<void> {
  if (!(await deleteSubscription(tx, { uid: actor.uid, id }))) throw problem('not_found')
}

function assertPushService(text: string, deps: PushDeps): string {
  const judged = judgeDestination(text, deps)
  const isSafe = !judged.refusal && (judged.url.startsWith('https:') || deps.allowLocalDestinations)
  if (!isSafe || judged.url.length > 1024)
    throw unfit('body.endpoint', 'That is not the address of a push service.')
  return judged.url
}

function unfit(path: string, message: string) {
  return problem('validation_failed', { members: { issues: [{ path, code: 'custom', message }] } })
}

/** Whether a key is a point of P-256: with any other no message can be encrypted. */
function isPoint(p256dh: string): boolean {
  const own = createECDH('prime256v1')
  own.generateKeys()
  try {
    own.computeSecret(Buffer.from(p256dh, 'base64url'))
    return true
  } catch {
    return false
  }
}

function view({ id, endpoint, userAgent, createdAt }: SubscriptionRow): Listed {
  const { browser, system } = deviceName(userAgent)
  return { id, endpoint, browser, system, createdAt: createdAt.toISOString() }
}
