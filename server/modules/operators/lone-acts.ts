import { sql } from 'kysely'
import type { OperatorAct } from '#rules/operator-permissions.ts'
import type { Db } from '#server/platform/database.ts'

/** What one person did alone by one surface, once or often, of which the others hear. */
export interface LoneActs {
  action: string
  by: string
  isByCommand: boolean
  count: number
  firstAt: Date
  lastAt: Date
  /** The place in the log of the last one. */
  lastSeq: number
  /** Of an item of the shop or a campaign: some of them, those first that give most. */
  items: NamedItem[]
}

/**
 * An item of the shop, with what was set of it: its points, or the crels of a pack, or what a gift card is worth; or a
 * campaign by its id, with the points for joining it.
 */
export interface NamedItem {
  slug: string
  bonus: number | null
  points: number | null
  crels: number | null
  faceValue: { currency: string; minor: number } | null
}

/** Items of a mail that are named. */
const itemsMax = 5

/**
 * What by command needs no approval and is mailed to the owners: all that takes a second person in the console, and what
 * decides on a payout so that a member is paid, or has their crels back for one that was on its way. A rejection is
 * none: it gives back what was only asked for.
 */
export const MAILED_BY_COMMAND = [
  'rate.set',
  'currency.set',
  'member.adjust',
  'operator.change-role',
  'operator.enable',
  'payout-run.draft',
  'payout-run.approve',
  'payout-run.send',
  'payout-run.import',
  'payout-run.retry',
  'redemption.approve',
  'redemption.send',
  'redemption.paid',
  'redemption.failed',
  'redemption.returned',
  'restore.payout',
] as const satisfies readonly OperatorAct[]

/**
 * Acts since a time, and after a place in the log, that are `MAILED_BY_COMMAND` and were done by one; and, in the console
 * as well, whom an owner made an operator or disabled, a run that its own maker approved, a payment that is tried again or
 * given up by who said that it failed, what was set of the economy, a new item of the shop and one that is cheaper or gives
 * more (docs/decisions/089-some-acts-take-a-second-person.md), a new campaign with a joining bonus and one whose bonus is
 * raised (157). Each is counted, without a limit: who operates and
 * what crels are worth comes first, and edits of what an item gives are not among those of prices. Places are given as
 * transactions commit, so that none comes up before one that was mailed.
 */
export async function loneActsSince(
  db: Db,
  { since, afterSeq }: { since: Date; afterSeq: number },
): Promise<LoneActs[]> {
  const { rows } = await sql<LoneActs>`
    select e.action, o.name as by, e.via = 'command' as "isByCommand", count(*)::int as count,
      min(e.at) as "firstAt", max(e.at) as "lastAt", max(e.seq)::float8 as "lastSeq",
      coalesce(to_jsonb((array_agg(
        jsonb_build_object('slug', e.target, 'points', e.after -> 'points', 'crels', e.after -> 'crels',
          'faceValue', e.after -> 'faceValue', 'bonus', e.after -> 'joiningBonusPoints')
        order by (e.after ->> 'points')::bigint, (e.after -> 'faceValue' ->> 'minor')::bigint desc nulls last,
          (e.after ->> 'crels')::bigint desc nulls last, (e.after ->> 'joiningBonusPoints')::bigint desc nulls last,
          e.seq)
        filter (where e.action in ('shop.add', 'shop.edit', 'campaign.create', 'campaign.edit')))[1:${sql.lit(itemsMax)}]), '[]') as items
    from audit_entry e join operator o on o.id = e.operator_id
    where e.seq > ${afterSeq} and e.at > ${since} and (e.action in ('operator.add', 'operator.invite', 'operator.disable', 'restore.payout')
      or e.action = 'payout-run.approve' and e.after ->> 'isOwnApproval' = 'true'
      or e.action in ('payout-run.retry', 'redemption.failed') and e.after ->> 'isOwnWord' = 'true'
      or e.action = 'economy.set'
      or e.action = 'shop.add' or e.action = 'shop.edit' and ${givesMore}
      or e.action in ('campaign.create', 'campaign.edit') and ${raisesBonus}
      or e.via = 'command' and e.action = any (${[...MAILED_BY_COMMAND]}))
    group by e.action, o.id, o.name, e.via = 'command', e.action = 'shop.edit' and e.after ->> 'points' is null
    order by e.action like 'operator.%' or e.action in ('rate.set', 'currency.set', 'economy.set') desc, min(e.seq)`.execute(
    db,
  )
  return rows
}

/** An edit by which an item costs less, a pack holds more, or a gift card is of more or of other money. */
const givesMore = sql<boolean>`(
  (e.after ->> 'points')::bigint < (e.before ->> 'points')::bigint
  or (e.after ->> 'crels')::bigint > (e.before ->> 'crels')::bigint
  or (e.after -> 'faceValue' ->> 'minor')::bigint > coalesce((e.before -> 'faceValue' ->> 'minor')::bigint, 0)
  or e.after -> 'faceValue' ->> 'currency' <> e.before -> 'faceValue' ->> 'currency')`

/** A campaign that is made with a joining bonus, or an edit that raises it. */
const raisesBonus = sql<boolean>`(
  (e.after ->> 'joiningBonusPoints')::bigint > coalesce((e.before ->> 'joiningBonusPoints')::bigint, 0))`
