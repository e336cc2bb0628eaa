import { sql } from 'kysely'
import { operate, type ActMember, type OperatorActor } from '#server/modules/operators/public.ts'
import { problem } from '#server/platform/http/problems.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { answeredState, isOwnerDisabled, worksWhileActive, type StoredLinkState } from './link-queries.ts'

/** A link as the operator looks at it. */
export interface LinkByCode {
  id: string
  code: string
  kind: string
  ownerUid: string
  campaignId: string | null
  destinationUrl: string
  fallbackUrl: string | null
  title: string | null
  state: StoredLinkState
  /** It leads to this host of the list: that is why it is banned, whatever else. */
  blockedByHost: string | null
  /** What works of a disabled member's is off. */
  isOwnerDisabled: boolean
  expiresAt: Date | null
  createdAt: Date
  removedAt: Date | null
}

/** What is done to a link. */
export interface LinkBan {
  code: string
  isBanned: boolean
  reason?: string | undefined
  /** The report of abuse it is done for, which the log keeps with it. */
  report?: string | undefined
}

/** What banning asks of others. */
export interface BanDeps {
  hasLeftCampaign: (tx: Tx, enrolmentId: string) => Promise<boolean>
  /** Notifies the owner, in words of `link_block_changed`. */
  notify: (
    tx: Tx,
    uids: string[],
    notification: {
      kind: 'link_block_changed'
      facts: { code: string; state: 'blocked' | 'on' | 'off' }
    },
  ) => Promise<void>
  /** What seals a reason. */
  secret: NonNullable<ActMember['secret']>
}

/** The link of a code, removed ones too. */
export async function linkByCode(db: Db, code: string): Promise<LinkByCode | undefined> {
  const { rows } = await sql<LinkByCode>`
    select id, code, kind, owner_uid as "ownerUid", campaign_id as "campaignId", destination_url as "destinationUrl",
      fallback_url as "fallbackUrl", title, ${answeredState}, blocked_by_host as "blockedByHost",
      ${isOwnerDisabled} as "isOwnerDisabled", expires_at as "expiresAt", created_at as "createdAt",
      removed_at as "removedAt"
    from link where code = ${code}`.execute(db)
  return rows[0]
}

/**
 * Turns a link off for breaking the rules, or gives it back to its owner unchanged. What is stopped since its owner left
 * the campaign stays off until they are back, and of one who left for good it stays off; one that leads to a blocked host
 * is stopped by that still. `hasLeftCampaign` locks the enrolment before the link is locked, as leaving does. The owner
 * is notified, without the reason, which is sealed by their key. Answers whether anything changed. Throws `not_found`.
 */
export async function setLinkBanned(
  tx: Tx,
  actor: OperatorActor,
  { code, isBanned, reason, report }: LinkBan,
  { hasLeftCampaign, notify, secret }: BanDeps,
): Promise<boolean> {
  const { rows } = await sql<Named>`
    select enrolment_id as "enrolmentId", owner_uid as uid, state as before,
      removed_at is not null or ${ofErased} as "isGone"
    from link where code = ${code}`.execute(tx)
  if (!rows[0]) throw problem('not_found', { detail: `There is no link with the code ${code}.` })
  const { enrolmentId, uid, before, isGone } = rows[0]
  const hasLeft = !isBanned && enrolmentId !== null && (await hasLeftCampaign(tx, enrolmentId))
  const { rows: changed } = await sql<{ state: StoredLinkState; works: boolean }>`
    update link set ${isBanned ? banned : asBefore(hasLeft)}
    where code = ${code} and (state = 'banned') <> ${isBanned}
    returning state, state = 'active' and ${worksWhileActive} as works`.execute(tx)
  if (!changed[0]) return false
  const { state, works } = changed[0]
  await operate(tx, actor, {
    action: isBanned ? 'link.ban' : 'link.unban',
    target: code,
    before: { state: before },
    after: report === undefined ? { state } : { state, report },
    member: reason === undefined ? { uid } : { uid, personal: { reason }, secret },
  })
  if (!isGone) {
    const given = works ? 'on' : 'off'
    const facts = { code, state: isBanned ? 'blocked' : given } as const
    await notify(tx, [uid], { kind: 'link_block_changed', facts })
  }
  return true
}

interface Named {
  enrolmentId: string | null
  uid: string
  before: StoredLinkState
  /** Its owner removed it, or was erased: nobody is notified. */
  isGone: boolean
}

const ofErased = sql`destination_url = 'https://deleted.invalid/'`

const banned = sql`state = 'banned', banned_from = state`

/**
 * On again where it was on, or nothing but leaving had turned it off, and may be: it is neither removed nor of somebody
 * who was erased, before `banned_from` said so, and its member is in the campaign.
 */
const asBefore = (hasLeft: boolean) => sql`
  state = case when ${wasOn} and removed_at is null and not ${ofErased}
    and not ${hasLeft} then 'active' else 'disabled' end,
  stopped_by_leaving = ${wasOn} and ${hasLeft}, banned_from = null`

const wasOn = sql`(coalesce(banned_from = 'active', false) or stopped_by_leaving)`
