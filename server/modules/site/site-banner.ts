import { sql } from 'kysely'
import type { BannerFile, BannerVersion, OperatedBanner } from '#contracts/operator-banner.schemas.ts'
import {
  authorOf,
  changedBefore,
  operate,
  requireOwnAgain,
  type OperatorActor,
} from '#server/modules/operators/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import type { StoredBanner } from '#server/platform/site-banner.ts'

/** The target of its acts in the log. */
const target = 'banner'
const versionsMax = 50

interface Change {
  reason: string
  /** The revision that who changes it has seen; another one by now is `conflict`. */
  seen?: number | undefined
}

/**
 * Shows a banner above every page, from and until a moment. Throws `conflict` where another changed it meanwhile,
 * `validation_failed` for an end that is past or before its beginning, and `forbidden`.
 */
export async function setBanner(
  tx: Tx,
  actor: OperatorActor,
  { file, ...change }: Change & { file: BannerFile },
): Promise<void> {
  const { last, now } = await lockBanner(tx)
  await requireSeen(tx, last, change)
  const startsAt = file.startsAt === null ? now : new Date(file.startsAt)
  const endsAt = file.endsAt === null ? null : new Date(file.endsAt)
  if (endsAt !== null && endsAt <= (startsAt > now ? startsAt : now))
    throw problem('validation_failed', { detail: 'endsAt: comes before startsAt, or is past.' })
  await addVersion(tx, actor, { ...change, last, next: { ...file, startsAt, endsAt, isOn: true } })
}

/**
 * Takes the banner off every page, or shows it again as it was; by the same operator again it changes nothing. Throws
 * `conflict` where it is so already or another changed it meanwhile, `not_found` before the first one, and `forbidden`.
 */
export async function turnBanner(
  tx: Tx,
  actor: OperatorActor,
  { isOn, ...change }: Change & { isOn: boolean },
): Promise<void> {
  const { last } = await lockBanner(tx)
  if (!last) throw problem('not_found', { detail: 'There is no banner yet.' })
  if (last.isOn === isOn) {
    const act = { action: 'banner.set', target, after: said(last), reason: change.reason } as const
    const detail = `The banner is ${isOn ? 'on' : 'off'} already.`
    return await requireOwnAgain(tx, actor, { ...act, detail })
  }
  await requireSeen(tx, last, change)
  await addVersion(tx, actor, { ...change, last, next: { ...last, isOn } })
}

type Version = Omit<BannerVersion, 'startsAt' | 'endsAt' | 'setAt'> & {
  startsAt: Date
  endsAt: Date | null
  setAt: Date
}
type Shown = Pick<Version, 'isOn' | 'texts' | 'path' | 'startsAt' | 'endsAt'>

/** One change comes after the other; the second sees what the first made. */
async function lockBanner(tx: Tx): Promise<{ last: Version | undefined; now: Date }> {
  await sql`select pg_advisory_xact_lock(hashtextextended('site banner', 0))`.execute(tx)
  const [last] = await bannerVersions(tx, 1)
  const { rows } = await sql<{ now: Date }>`select crels_now()::timestamptz(3) as now`.execute(tx)
  return { last, now: rows[0]!.now }
}

async function requireSeen(tx: Tx, last: Version | undefined, { seen }: Change): Promise<void> {
  if (seen !== undefined && seen !== (last?.id ?? 0)) throw await changedBefore(tx, target, 'the banner')
}

async function addVersion(
  tx: Tx,
  actor: OperatorActor,
  { last, next, reason }: Change & { last: Version | undefined; next: Shown },
): Promise<void> {
  const { isOn, texts, path, startsAt, endsAt } = next
  await operate(tx, actor, {
    action: 'banner.set',
    target,
    before: last && said(last),
    after: said(next),
    reason,
  })
  await sql`
    insert into site_banner (is_on, texts, path, starts_at, ends_at, set_by, reason)
    values (${isOn}, ${JSON.stringify(texts)}::jsonb, ${path}, ${startsAt}, ${endsAt}, ${authorOf(actor)}, ${reason})`.execute(
    tx,
  )
}

function said({ isOn, texts, path, startsAt, endsAt }: Shown): Shown {
  return { isOn, texts, path, startsAt, endsAt }
}

/** Its versions, the newest first. */
async function bannerVersions(db: Db, limit: number): Promise<Version[]> {
  const { rows } = await sql<Version>`
    select id, is_on as "isOn", texts, path, starts_at as "startsAt", ends_at as "endsAt", set_by as author, reason,
      set_at as "setAt"
    from site_banner order by id desc limit ${limit}`.execute(db)
  return rows
}

/** The banner with its versions, as operators see it. */
export async function operatedBanner(db: Db): Promise<OperatedBanner> {
  const versions = await bannerVersions(db, versionsMax)
  const { rows } = await sql<{ now: Date; members: number }>`
    select crels_now() as now, (select count(*) from member where state = 'active') as members`.execute(db)
  const { now, members } = rows[0]!
  return {
    state: stateOf(versions[0], now),
    revision: versions[0]?.id ?? 0,
    members,
    versions: versions.map(({ startsAt, endsAt, setAt, ...version }) => ({
      ...version,
      startsAt: startsAt.toISOString(),
      endsAt: endsAt?.toISOString() ?? null,
      setAt: setAt.toISOString(),
    })),
  }
}

function stateOf(last: Version | undefined, now: Date): OperatedBanner['state'] {
  if (!last) return 'none'
  if (!last.isOn) return 'off'
  if (last.endsAt !== null && last.endsAt <= now) return 'over'
  return last.startsAt > now ? 'planned' : 'shown'
}

/** What pages carry: the banner in force, whose dates each reader's browser holds to; null where it is off. */
export async function bannerInForce(db: Db): Promise<StoredBanner | null> {
  const [last] = await bannerVersions(db, 1)
  if (!last?.isOn) return null
  const { id, texts, path, startsAt, endsAt } = last
  return { id, texts, path, startsAt, endsAt }
}
