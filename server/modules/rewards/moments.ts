import { sql } from 'kysely'
import * as gamification from '#contracts/gamification.endpoints.ts'
import type { Moment } from '#contracts/gamification.schemas.ts'
import { LEVEL_NEWS_DAYS, levelReached, momentName, namedCountry } from '#rules/moments.ts'
import { memberProfile } from '#server/modules/accounts/public.ts'
import { campaignTitles } from '#server/modules/campaigns/public.ts'
import { clickCountsOf, firstClick } from '#server/modules/clicks/public.ts'
import { visitorsOfMember } from '#server/modules/conversions/public.ts'
import { currentEconomy } from '#server/modules/economy/public.ts'
import { lifetimePoints } from '#server/modules/ledger/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { bind, type Route } from '#server/platform/http/bind.ts'
import { badgesOf } from './badge-queries.ts'
import { dayMs } from '#rules/utc-date.ts'

type Owner = Pick<MemberActor, 'uid' | 'party'>

/** How far back the days reach of which the product still knows a member's own devices. */
const ownDevicesDays = 90

/** The endpoints of moments. */
export function momentRoutes(): Route[] {
  return [
    bind(gamification.listMoments, async ({ db, actor }) => ({ items: await pendingMoments(db, actor) })),
    bind(gamification.celebrateMoment, ({ actor, body, transaction }) =>
      transaction((tx) => celebrateMoment(tx, actor, body.moment)),
    ),
  ]
}

/** What a member has reached and was never celebrated, the oldest kind first. */
export async function pendingMoments(db: Db, { uid, party }: Owner): Promise<Moment[]> {
  const shown = await shownMoments(db, party)
  const now = await databaseNow(db)
  const none = { at: null, level: null, country: null, campaign: null }
  const pending: Moment[] = []
  if (!shown.has('profile_complete') && (await memberProfile(db, uid))?.isComplete)
    pending.push({ ...none, moment: 'profile_complete', kind: 'profile_complete' })
  if (!shown.has('first_click')) {
    const visitors = await visitorsOfMember(db, uid, new Date(now.getTime() - ownDevicesDays * dayMs))
    const click = await firstClick(db, uid, { butOf: visitors })
    if (click)
      pending.push({
        moment: 'first_click',
        kind: 'first_click',
        at: click.at.toISOString(),
        level: null,
        country: namedCountry(click.country),
        campaign: await campaignOf(db, click.campaignId),
      })
  }
  const converted = shown.has('first_conversion')
    ? undefined
    : (await badgesOf(db, party)).get('first_conversion')
  if (converted)
    pending.push({
      ...none,
      moment: 'first_conversion',
      kind: 'first_conversion',
      at: converted.toISOString(),
    })
  const level = await newLevel(db, party, now)
  const name = momentName('level_up', level)
  if (level !== null && !shown.has(name)) pending.push({ ...none, moment: name, kind: 'level_up', level })
  return pending
}

async function newLevel(db: Db, party: string, now: Date): Promise<number | null> {
  const { levels } = await currentEconomy(db)
  const before = new Date(now.getTime() - LEVEL_NEWS_DAYS * dayMs)
  return levelReached(
    { now: await lifetimePoints(db, party), before: await lifetimePoints(db, party, { before }) },
    levels,
  )
}

async function campaignOf(db: Db, campaignId: string | null): Promise<Moment['campaign']> {
  if (campaignId === null) return null
  const campaign = (await campaignTitles(db, [campaignId])).get(campaignId)
  return campaign ? { id: campaign.id, title: campaign.title, brand: campaign.brand.name } : null
}

/** Takes a moment to celebrate it: of any number of devices that ask, one is the first. */
async function celebrateMoment(tx: Tx, actor: Owner, moment: string): Promise<{ isFirst: boolean }> {
  const isReached = (await pendingMoments(tx, actor)).some((one) => one.moment === moment)
  if (!isReached) return { isFirst: false }
  return { isFirst: (await insertMoments(tx, actor, [moment])) > 0 }
}

/** Keeps what a member has reached from being celebrated: to one who was loaded with their past it is no news. */
export async function skipMoments(tx: Tx, actor: Owner): Promise<void> {
  const reached = (await pendingMoments(tx, actor)).map(({ moment }) => moment)
  await insertMoments(tx, actor, [
    ...new Set(['first_click', 'first_conversion', 'profile_complete', ...reached]),
  ])
}

async function insertMoments(tx: Tx, { party }: Owner, moments: string[]): Promise<number> {
  const { rows } = await sql`
    insert into moment (party, moment, shown_at)
    select m.party, o.moment, crels_now() from member m, unnest(${moments}::text[]) o (moment) where m.party = ${party}
    on conflict do nothing returning moment`.execute(tx)
  return rows.length
}

/** What was celebrated, and when. */
export async function shownMoments(db: Db, party: string): Promise<Map<string, Date>> {
  const { rows } = await sql<{ moment: string; at: Date }>`
    select moment, shown_at as at from moment where party = ${party} order by shown_at, moment`.execute(db)
  return new Map(rows.map(({ moment, at }) => [moment, at]))
}

/** Differs after a moment was celebrated, after every click until the first was, and after a first conversion. */
export async function momentVersions(db: Db, uids: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ uid: string; shown: number; isClicked: boolean; converted: number }>`
    select m.uid, count(o.moment)::int as shown, coalesce(bool_or(o.moment = 'first_click'), false) as "isClicked",
      (select count(*) from badge b where b.party = m.party and b.badge = 'first_conversion')::int as converted
    from member m left join moment o on o.party = m.party where m.uid = any (${uids}) group by m.uid`.execute(
    db,
  )
  const waiting = rows.filter(({ isClicked }) => !isClicked).map(({ uid }) => uid)
  const clicks = waiting.length > 0 ? await clickCountsOf(db, waiting) : new Map<string, number>()
  return new Map(
    rows.map(({ uid, shown, converted }) => [uid, `${shown}.${converted}.${clicks.get(uid) ?? 0}`]),
  )
}
