import { sql } from 'kysely'
import type { LedgerOrigin } from '#contracts/operator-shapes.ts'
import { grantsOfLots } from '#server/modules/ledger/public.ts'
import type { Db } from '#server/platform/database.ts'

/** The fact that an entry was posted for, as the ledger keeps it. */
export interface PostedFact {
  scope: string
  source: string
}

type OriginLink = LedgerOrigin['links'][number]
/** What is told at once, and what is to be looked up for its links. */
interface Reading extends Pick<LedgerOrigin, 'kind'> {
  detail?: string
  earning?: string
  enrolment?: string
  campaign?: string
  redemption?: string
  order?: string
  adjustment?: string
  lot?: number
  party?: string
}

/**
 * Where each of some entries comes from, in their order: a statement for each kind of thing among them. Members are
 * named to who may read of them alone; what has left, or was never here, is told without a link.
 */
export async function originsOf(
  db: Db,
  facts: readonly PostedFact[],
  { readsMembers }: { readsMembers: boolean },
): Promise<LedgerOrigin[]> {
  const read = facts.map(readFact)
  const all = <K extends keyof Reading>(name: K) => [
    ...new Set(read.flatMap((one) => (one[name] === undefined ? [] : [one[name]]))),
  ]
  const found = {
    earning: await linksOfEarnings(db, all('earning') as string[]),
    campaign: await linksOfCampaigns(db, [...all('campaign'), ...all('enrolment')] as string[]),
    redemption: await linksOfRedemptions(db, all('redemption') as string[]),
    order: await linksOfOrders(db, all('order') as string[]),
    adjustment: await linksOfAdjustments(db, all('adjustment') as string[]),
    lot: linksOfLots(await grantsOfLots(db, all('lot') as number[])),
    party: readsMembers ? await linksOfParties(db, all('party') as string[]) : noLinks,
  }
  return read.map(({ kind, detail = null, enrolment, ...ids }) => {
    const links = [
      ...of(found.earning, ids.earning),
      ...of(found.campaign, ids.campaign ?? enrolment),
      ...of(found.redemption, ids.redemption),
      ...of(found.order, ids.order),
      ...of(found.adjustment, ids.adjustment),
      ...of(found.lot, ids.lot),
      ...of(found.party, ids.party),
    ]
    // Of an earning: one without a sale was for clicks.
    const isClicks = kind === 'conversion' && links.length > 0 && links[0]!.to === 'campaign'
    return { kind: isClicks ? 'clicks' : kind, detail, links }
  })
}

const noLinks = new Map<string, OriginLink[]>()

function of<Id>(found: Map<Id, OriginLink[]>, id: Id | undefined): OriginLink[] {
  return id === undefined ? [] : (found.get(id) ?? [])
}

/** What a scope and its key say. The keys are written by the modules that post. */
function readFact({ scope, source }: PostedFact): Reading {
  switch (scope) {
    case 'earning_pending':
    case 'earning_unlocked':
    case 'earning_reversed':
      return { kind: 'conversion', earning: source }
    case 'click': {
      const [, enrolment, hour] = source.split(':')
      return { kind: 'clicks', enrolment, detail: hour && `${hour.replace('T', ' ')}:00 UTC` }
    }
    case 'campaign.top-up':
    case 'campaign.first-budget':
    case 'campaign.budget-reduction': {
      const [campaign, ...reference] = source.split(' ')
      const kind = scope === 'campaign.budget-reduction' ? 'budget_reduction' : 'top_up'
      return { kind, campaign, detail: reference.join(' ') }
    }
    case 'redemption':
    case 'redemption_returned':
    case 'debt_filled':
      return { kind: 'redemption', redemption: source }
    case 'order':
    case 'order_cancelled':
    case 'crels_pack':
      return { kind: 'order', order: source }
    case 'adjustment':
      return { kind: 'adjustment', adjustment: source }
    case 'award':
      return readAward(source)
    case 'points_expired':
      return { kind: 'expiry', lot: Number(source) }
    case 'account_deleted':
      return { kind: 'deletion' }
    case 'demo.removed':
      return { kind: 'demo', order: source.split(' ')[0] }
    default:
      return { kind: 'other', detail: `${scope} ${source}` }
  }
}

/** `program period party`: a period has what it was once per, by program. */
function readAward(source: string): Reading {
  const [program = '', ...rest] = source.split(' ').slice(0, -1)
  const period = rest.join(' ')
  const ids = /(?<campaign>cmp_[0-9a-f]{32})|(?<enrolment>enr_[0-9a-f]{32})|(?<party>pty_[0-9a-f]{32})/
  const { campaign, enrolment, party } = ids.exec(period)?.groups ?? {}
  const said = period.replace(ids, '').replaceAll('.', ' ').trim()
  const detail = [program.replaceAll('-', ' '), said === 'once' ? '' : said].filter(Boolean).join(' · ')
  return {
    kind: 'reward',
    detail,
    ...(campaign && { campaign }),
    ...(enrolment && { enrolment }),
    ...(party && { party }),
  }
}

/** The sale or lead of earnings, and of refunds that took of one, with its campaign; of paid clicks the campaign. */
async function linksOfEarnings(db: Db, ids: string[]): Promise<Map<string, OriginLink[]>> {
  if (ids.length === 0) return noLinks
  const { rows } = await sql<{
    id: string
    conversionId: string | null
    eventId: string | null
    campaignId: string | null
    title: string | null
  }>`
    select s.id, c.id as "conversionId", c.event_id as "eventId", p.id as "campaignId", p.title
    from unnest(${ids}::text[]) s (id)
      left join refund r on r.id = s.id left join earning e on e.id = s.id
      left join conversion c on c.id = coalesce(e.conversion_id, r.conversion_id)
      left join campaign p on p.id = coalesce(c.campaign_id, e.campaign_id)`.execute(db)
  return new Map(
    rows.map(({ id, conversionId, eventId, campaignId, title }) => [
      id,
      [
        ...(conversionId ? [{ to: 'conversion' as const, id: conversionId, name: eventId! }] : []),
        ...(campaignId ? [{ to: 'campaign' as const, id: campaignId, name: title! }] : []),
      ],
    ]),
  )
}

/** Campaigns by their ids, and by those of enrolments in them. */
async function linksOfCampaigns(db: Db, ids: string[]): Promise<Map<string, OriginLink[]>> {
  if (ids.length === 0) return noLinks
  const { rows } = await sql<{ key: string; id: string; title: string }>`
    select id as key, id, title from campaign where id = any (${ids})
    union all
    select e.id, c.id, c.title from enrolment e join campaign c on c.id = e.campaign_id
    where e.id = any (${ids})`.execute(db)
  return new Map(rows.map(({ key, id, title }) => [key, [{ to: 'campaign', id, name: title }]]))
}

/** Redemptions, each with the run that pays it. */
async function linksOfRedemptions(db: Db, ids: string[]): Promise<Map<string, OriginLink[]>> {
  if (ids.length === 0) return noLinks
  const { rows } = await sql<{ id: string; runId: string | null }>`
    select s.id, p.run_id as "runId" from unnest(${ids}::text[]) s (id)
      left join payout p on p.redemption_id = s.id and p.state <> 'left_out'`.execute(db)
  return new Map(
    rows.map(({ id, runId }) => [
      id,
      [
        { to: 'redemption', id, name: id },
        ...(runId ? [{ to: 'payout' as const, id: runId, name: runId }] : []),
      ],
    ]),
  )
}

async function linksOfOrders(db: Db, ids: string[]): Promise<Map<string, OriginLink[]>> {
  if (ids.length === 0) return noLinks
  const { rows } = await sql<{ id: string; name: string }>`
    select id, quantity || ' × ' || title as name from shop_order where id = any (${ids})`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, [{ to: 'order', id, name }]]))
}

/** The act of the log that adjusted; of one from before acts named their adjustment, its approval. */
async function linksOfAdjustments(db: Db, ids: string[]): Promise<Map<string, OriginLink[]>> {
  if (ids.length === 0) return noLinks
  const { rows } = await sql<{ key: string; id: string; action: string }>`
    select distinct on (key) key, id, action from (
      select after ->> 'adjustment' as key, id, action, 1 as rank, seq from audit_entry
      where action = 'member.adjust' and after ->> 'adjustment' = any (${ids})
      union all
      select target, id, action, 2, seq from audit_entry where target = any (${ids})
    ) e where seq is not null order by key, rank, seq desc`.execute(db)
  return new Map(rows.map(({ key, id, action }) => [key, [{ to: 'audit', id, name: action }]]))
}

function linksOfLots(grants: Map<number, string>): Map<number, OriginLink[]> {
  return new Map([...grants].map(([lot, id]) => [lot, [{ to: 'transaction', id, name: id }]]))
}

async function linksOfParties(db: Db, parties: string[]): Promise<Map<string, OriginLink[]>> {
  if (parties.length === 0) return noLinks
  const { rows } = await sql<{ party: string; uid: string }>`
    select party, uid from member where party = any (${parties})`.execute(db)
  return new Map(rows.map(({ party, uid }) => [party, [{ to: 'member', id: uid, name: uid }]]))
}
