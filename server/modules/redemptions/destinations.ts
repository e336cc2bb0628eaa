import type { Destination } from '#contracts/redemptions.schemas.ts'
import type { Economy } from '#rules/economy.ts'
import {
  destinationHint,
  plainDetails,
  wrongDigits,
  type DestinationDetails,
} from '#rules/payout-destination.ts'
import { inAccountLanguage, lockStanding } from '#server/modules/accounts/public.ts'
import { currentEconomy } from '#server/modules/economy/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { problem } from '#server/platform/http/problems.ts'
import type { Asker } from '#server/platform/mail/who-asked.ts'
import { newId } from '#server/platform/ids.ts'
import { mailDestinationAdded, mailDestinationRemoved } from './destination-mail.ts'
import {
  destinationsOf,
  everHadDestination,
  findSamePlace,
  insertDestination,
  type DestinationRow,
  findDestination,
  markRemoved,
  setReminder,
} from './destination-queries.ts'
import { fingerprintOf, mailboxFingerprintOf, sealDetails } from './destination-secret.ts'
import { frozenUntil } from './payout-freeze.ts'
import { payoutsStoppedUntil } from './stop-payouts.ts'
import type { RedemptionDeps } from './redemption-deps.ts'
import type { RedemptionWish } from './request-redemption.ts'
import { isOnItsWay } from './redemption-queries.ts'

/** What happened to the account lately: payouts are frozen for a while after it. */
type AccountChange = Pick<RedemptionWish, 'sinceAccountChanges'>

/** More would be a way to have many mails sent. */
const destinationsMax = 10

/**
 * Adds a place to be paid to. It is mailed to the member and cannot be used for 24 hours when it is their very first,
 * else for 7 days; one that is there already is answered as it is. Throws `validation_failed` for wrong check digits, `too_many_destinations`, `user_disabled` and
 * `user_deleted`.
 */
export async function addDestination(
  tx: Tx,
  actor: Pick<MemberActor, 'uid' | 'email'> & { asker: Asker },
  { reminder = false, ...typed }: DestinationDetails & { reminder?: boolean },
  deps: Pick<RedemptionDeps, 'secret' | 'mailer' | 'publicOrigin'>,
  { sinceAccountChanges }: AccountChange,
): Promise<{ isNew: boolean; destination: Destination }> {
  const { uid } = await lockStanding(tx, actor.uid)
  const { redemption: terms } = await currentEconomy(tx)
  const pause = pauseOf(await frozenUntil(tx, sinceAccountChanges), await payoutsStoppedUntil(tx, uid))
  const details = plainDetails(typed)
  const wrong = wrongDigits(details)
  if (wrong) throw wrongField(wrong)
  const fingerprint = fingerprintOf(deps.secret, details)
  const same = await findSamePlace(tx, uid, details.kind, fingerprint)
  if (same) return { isNew: false, destination: destinationView(same, pause) }
  if ((await destinationsOf(tx, uid)).length >= destinationsMax) throw problem('too_many_destinations')
  const id = newId('destination')
  const row = await insertDestination(tx, {
    id,
    uid,
    kind: details.kind,
    details: sealDetails(deps.secret, id, details),
    hint: destinationHint(details),
    fingerprint,
    mailbox: mailboxFingerprintOf(deps.secret, details),
    frozenHours: await hoursUntilUsable(tx, uid, terms),
    remind: reminder,
  })
  await inAccountLanguage(
    tx,
    uid,
    async () =>
      await mailDestinationAdded(tx, deps, { to: actor.email, asker: actor.asker, ...terms, ...row }),
  )
  return { isNew: true, destination: destinationView(row, pause) }
}

/** For how long a destination that a member adds now cannot be used: their very first waits less. */
export async function hoursUntilUsable(
  db: Db,
  uid: string,
  {
    firstDestinationHours,
    changedDestinationHours,
  }: Pick<Economy['redemption'], 'firstDestinationHours' | 'changedDestinationHours'>,
): Promise<number> {
  return (await everHadDestination(db, uid)) ? changedDestinationHours : firstDestinationHours
}

function wrongField(name: string): Error {
  const issue = { path: `body.${name}`, code: 'invalid_value', message: 'Its check digits are wrong' }
  return problem('validation_failed', { members: { issues: [issue] } })
}

/** A member's destinations, the oldest first. */
export async function listDestinations(
  db: Db,
  actor: Pick<MemberActor, 'uid'>,
  { sinceAccountChanges }: AccountChange,
): Promise<{ items: Destination[]; nextCursor: null }> {
  const pause = pauseOf(await frozenUntil(db, sinceAccountChanges), await payoutsStoppedUntil(db, actor.uid))
  const rows = await destinationsOf(db, actor.uid)
  return { items: rows.map((row) => destinationView(row, pause)), nextCursor: null }
}

/** While nothing is paid out to a member: until when and why. */
interface Pause {
  until: Date
  by: 'account_change' | 'payouts_stopped'
}

/** What lasts longer of a freeze after a change of the account and an operator's stop. */
function pauseOf(frozen: Date | null, stopped: Date | null): Pause | null {
  if (stopped && (!frozen || stopped > frozen)) return { until: stopped, by: 'payouts_stopped' }
  return frozen && { until: frozen, by: 'account_change' }
}

/**
 * A destination cannot be used while it is new, nor while nothing is paid out to its member: what lasts longer is said.
 */
function destinationView(
  { id, kind, hint, createdAt, usableFrom, isUsable, remind }: DestinationRow,
  pause: Pause | null,
): Destination {
  const isNew = !isUsable
  const paused = pause !== null && (!isNew || pause.until > usableFrom) ? pause : null
  return {
    id,
    kind,
    hint,
    createdAt: createdAt.toISOString(),
    usableFrom: (paused?.until ?? usableFrom).toISOString(),
    frozen: isNew || paused !== null,
    frozenBy: paused?.by ?? (isNew ? 'new' : null),
    reminder: remind,
  }
}

/**
 * Says whether a member is notified when a destination can be used; one that can be used is answered as it is. Throws
 * `not_found` for another member's.
 */
export async function setDestinationReminder(
  tx: Tx,
  actor: Pick<MemberActor, 'uid'>,
  { id, reminder }: { id: string; reminder: boolean },
  { sinceAccountChanges }: AccountChange,
): Promise<Destination> {
  const { uid } = await lockStanding(tx, actor.uid)
  const destination = await findDestination(tx, uid, id)
  if (!destination) throw problem('not_found', { detail: 'There is no such destination of yours.' })
  const pause = pauseOf(await frozenUntil(tx, sinceAccountChanges), await payoutsStoppedUntil(tx, uid))
  if (reminder && destination.isUsable && pause === null) return destinationView(destination, pause)
  return destinationView(await setReminder(tx, id, reminder), pause)
}

/**
 * Removes a place to be paid to, and mails that. Throws `not_found` for another member's, and `destination_in_use`
 * while a redemption is on its way there.
 */
export async function removeDestination(
  tx: Tx,
  actor: Pick<MemberActor, 'uid' | 'email'> & { asker: Asker },
  { id }: { id: string },
  deps: Pick<RedemptionDeps, 'mailer' | 'publicOrigin'>,
): Promise<void> {
  const { uid } = await lockStanding(tx, actor.uid)
  const destination = await findDestination(tx, uid, id)
  if (!destination) throw problem('not_found', { detail: 'There is no such destination of yours.' })
  if (await isOnItsWay(tx, id)) throw problem('destination_in_use')
  await markRemoved(tx, id)
  const { redemption: terms } = await currentEconomy(tx)
  await inAccountLanguage(
    tx,
    uid,
    async () =>
      await mailDestinationRemoved(tx, deps, {
        to: actor.email,
        asker: actor.asker,
        ...terms,
        ...destination,
      }),
  )
}
