import { sql, type RawBuilder } from 'kysely'
import { defaultEconomy, type Economy } from '#rules/economy.ts'
import type { WaitVersion } from '#rules/destination-wait.ts'
import type { FreezeLength } from '#rules/payout-freeze.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import type { ReadDb } from '#server/platform/stale-reads/read-db.ts'
import { keepsPlan } from '#server/platform/prepared-statements.ts'

/** One version of the settings. */
export interface EconomyVersion {
  /** 0 is what a site has whose operator set nothing. */
  version: number
  economy: Economy
  author: string
  reason: string
  setAt: Date | null
}

const unset: EconomyVersion = {
  version: 0,
  economy: defaultEconomy,
  author: 'default',
  reason: '',
  setAt: null,
}

type Row = Omit<EconomyVersion, 'economy'> & { settings: Partial<Economy> }

const columns = sql`version, settings, author, reason, set_at as "setAt"`

/** The settings in force now. */
export async function currentEconomy(db: ReadDb): Promise<Economy> {
  return (await currentVersion(db)).economy
}

/** The settings in force, as a column of a statement that reads more beside them; `economyOf` makes them whole. */
export const settingsColumn: RawBuilder<Partial<Economy> | null> = sql`
  (select settings from economy order by version desc limit 1)`

/** The settings in force now, with where they come from. */
export async function currentVersion(db: ReadDb): Promise<EconomyVersion> {
  const { rows } =
    await sql<Row>`select ${columns} from economy order by version desc limit 1 ${keepsPlan}`.execute(db)
  return rows[0] ? versionOf(rows[0]) : unset
}

/** The settings that were in force at a moment. */
export async function economyAt(db: Db, at: Date): Promise<Economy> {
  const { rows } = await sql<Row>`
    select ${columns} from economy where set_at <= ${at} order by version desc limit 1`.execute(db)
  return rows[0] ? versionOf(rows[0]).economy : defaultEconomy
}

/**
 * For how many hours a change of an account froze payouts, in each version, the oldest first: how many milliseconds ago
 * another took its place, null of the one in force.
 */
export async function freezeLengths(db: Db): Promise<FreezeLength[]> {
  const initial = defaultEconomy.redemption.accountChangeHours
  const { rows } = await sql<FreezeLength>`
    select coalesce((settings -> 'redemption' ->> 'accountChangeHours')::int, ${initial}::int) as hours,
      extract(epoch from crels_now() - lead(set_at) over (order by version))::float8 * 1000 as "replacedMs"
    from (select 0 as version, null::json as settings, null::timestamptz as set_at
          union all select version, settings, set_at from economy) v
    order by version`.execute(db)
  return rows
}

/** For how many hours a new destination could not be used, in each version, the oldest first. */
export async function destinationWaits(db: Db): Promise<WaitVersion[]> {
  const { firstDestinationHours, changedDestinationHours } = defaultEconomy.redemption
  const { rows } = await sql<WaitVersion>`
    select coalesce((settings -> 'redemption' ->> 'firstDestinationHours')::int, ${firstDestinationHours}::int) as first,
      coalesce((settings -> 'redemption' ->> 'changedDestinationHours')::int, ${changedDestinationHours}::int) as changed,
      extract(epoch from set_at)::float8 * 1000 as "fromMs",
      extract(epoch from lead(set_at) over (order by version))::float8 * 1000 as "untilMs"
    from (select 0 as version, null::json as settings, null::timestamptz as set_at
          union all select version, settings, set_at from economy) v
    order by version`.execute(db)
  return rows
}

/** Every version, the newest first; the last is the defaults. */
export async function economyHistory(db: Db): Promise<EconomyVersion[]> {
  const { rows } = await sql<Row>`select ${columns} from economy order by version desc`.execute(db)
  return [...rows.map(versionOf), unset]
}

/**
 * A page of versions, the newest first, and the one before its last, which that is compared with; `before` is the last
 * version of the page before. The defaults stand at the end, as version 0.
 */
export async function economyVersions(
  db: Db,
  { before, limit }: { before: number | null; limit: number },
): Promise<EconomyVersion[]> {
  const { rows } = await sql<Row>`
    select ${columns} from economy where ${before === null ? sql`true` : sql`version < ${before}`}
    order by version desc limit ${limit}`.execute(db)
  return rows.length < limit && before !== 0 ? [...rows.map(versionOf), unset] : rows.map(versionOf)
}

/** Holds everybody else who would set something until the transaction ends. */
export async function lockEconomy(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('economy'))`.execute(tx)
}

/** Adds a version. */
export async function insertVersion(
  tx: Tx,
  { version, economy, author, reason }: Omit<EconomyVersion, 'setAt'>,
): Promise<void> {
  await sql`
    insert into economy (version, settings, author, reason)
    values (${version}, ${JSON.stringify(economy)}::json, ${author}, ${reason})`.execute(tx)
}

function versionOf({ settings, ...row }: Row): EconomyVersion {
  return { ...row, economy: economyOf(settings) }
}

/**
 * Stored settings, or none, with every setting. One that came with a later version of the program has its default until
 * the next change.
 */
export function economyOf(settings: Partial<Economy> | null): Economy {
  const filled = Object.entries(defaultEconomy).map(([part, defaults]) => [
    part,
    { ...defaults, ...settings?.[part as keyof Economy] },
  ])
  return Object.fromEntries(filled) as Economy
}
