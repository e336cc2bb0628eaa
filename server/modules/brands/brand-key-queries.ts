import { sql } from 'kysely'
import type { BrandScope } from '#contracts/endpoint.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import type { BrandKeyKind } from './brand-key-text.ts'
import { keepsPlan } from '#server/platform/prepared-statements.ts'

export interface NewKeyRow {
  keyId: string
  brandId: string
  kind: BrandKeyKind
  scopes: readonly BrandScope[]
  /** Of a secret that is sent. */
  secretHash: Buffer | null
  /** A secret that signs. */
  sealed: string | null
  label: string
  /** Days until it ends by itself; null for never, or at `expiresAt`. */
  days: number | null
  expiresAt: Date | null
  replaces: string | null
  /** The operator who made it, and saw it. */
  madeBy: string | null
}

export async function insertBrandKey(tx: Tx, key: NewKeyRow): Promise<void> {
  await sql`
    insert into brand_key (id, brand_id, kind, scopes, secret_hash, sealed, label, expires_at, replaces, made_by)
    values (${key.keyId}, ${key.brandId}, ${key.kind}, ${[...key.scopes]}::text[], ${key.secretHash}, ${key.sealed},
            ${key.label}, coalesce(${key.expiresAt}, crels_now() + make_interval(days => ${key.days}::int)), ${key.replaces}, ${key.madeBy})`.execute(
    tx,
  )
}

/** Marks a key as revoked. */
export async function endBrandKey(tx: Tx, keyId: string): Promise<void> {
  await sql`update brand_key set revoked_at = crels_now() where id = ${keyId}`.execute(tx)
}

/** Lets a key end in so many days, unless it ends sooner anyway; answers when. */
export async function limitBrandKey(tx: Tx, keyId: string, days: number): Promise<Date> {
  const { rows } = await sql<{ expiresAt: Date }>`
    update brand_key set expires_at = least(expires_at, crels_now() + make_interval(days => ${days}::int))
    where id = ${keyId} returning expires_at as "expiresAt"`.execute(tx)
  return rows[0]!.expiresAt
}

export interface FoundBrandKey {
  brandId: string
  kind: BrandKeyKind
  scopes: BrandScope[]
  secretHash: Buffer | null
  sealed: string | null
  /** Revoked, or over. */
  isEnded: boolean
  isSuspended: boolean
  /** The database's wall clock. */
  now: Date
  /** The recorded use is more than a minute old. */
  useIsOld: boolean
}

/** Neither revoked nor over. */
export const lasting = sql`(k.revoked_at is null and coalesce(k.expires_at > crels_now(), true))`
/** Neither revoked nor over, nor of a suspended brand. */
const usable = sql`(${lasting} and b.state = 'active')`

export async function findBrandKey(db: Db, keyId: string): Promise<FoundBrandKey | undefined> {
  const { rows } = await sql<FoundBrandKey>`
    select k.brand_id as "brandId", k.kind, k.scopes, k.secret_hash as "secretHash", k.sealed,
           not ${lasting} as "isEnded", b.state <> 'active' as "isSuspended", clock_timestamp() as now,
           coalesce(k.last_used_at <= crels_now() - interval '1 minute', true) as "useIsOld"
    from brand_key k join brand b on b.id = k.brand_id
    where k.id = ${keyId} ${keepsPlan}`.execute(db)
  return rows[0]
}

/** Notes that a key is in use, at most once a minute however many calls arrive together. */
export async function recordBrandKeyUse(db: Db, keyId: string): Promise<void> {
  await sql`
    update brand_key set last_used_at = crels_now()
    where id = ${keyId} and coalesce(last_used_at <= crels_now() - interval '1 minute', true)`.execute(db)
}

/** A key as an operator sees it. */
export interface ListedBrandKey {
  id: string
  brand: string
  kind: BrandKeyKind
  scopes: BrandScope[]
  label: string
  createdAt: Date
  /** To the minute. */
  lastUsedAt: Date | null
  expiresAt: Date | null
  /** When a key would end that replaces it; null for never. */
  successorEndsAt: Date | null
  revokedAt: Date | null
  usable: boolean
}

/**
 * The end that a key was made with: one that was replaced ends by its overlap, and the key after it as it was to, unless
 * that one was replaced as well.
 */
const successorEnd = sql`(
  with recursive line as (
    select 0 as after, k.id, k.expires_at
    union all
    select line.after + 1, s.id, s.expires_at from line, lateral (
      select a.id, a.expires_at from brand_key a
      where a.brand_id = k.brand_id and a.replaces = line.id order by a.id limit 1) s)
  select expires_at from line order by after desc limit 1)`

/** Keys, newest first: of a brand (its slug), or of all. */
export async function listBrandKeys(db: Db, brand?: string): Promise<ListedBrandKey[]> {
  const { rows } = await sql<ListedBrandKey>`
    select k.id, b.slug as brand, k.kind, k.scopes, k.label, k.created_at as "createdAt",
           k.last_used_at as "lastUsedAt", k.expires_at as "expiresAt",
           ${successorEnd} as "successorEndsAt", k.revoked_at as "revokedAt", ${usable} as usable
    from brand_key k join brand b on b.id = k.brand_id
    where ${brand ?? null}::text is null or b.slug = ${brand ?? null}
    order by k.id desc`.execute(db)
  return rows
}

interface LockedBrandKey extends Pick<
  ListedBrandKey,
  'brand' | 'kind' | 'scopes' | 'label' | 'successorEndsAt' | 'usable'
> {
  isRevoked: boolean
}

/** The key to be replaced or ended, locked; undefined when there is none. */
export async function lockBrandKey(tx: Tx, keyId: string): Promise<LockedBrandKey | undefined> {
  const { rows } = await sql<LockedBrandKey>`
    select b.slug as brand, k.kind, k.scopes, k.label, ${successorEnd} as "successorEndsAt", ${usable} as usable, k.revoked_at is not null as "isRevoked"
    from brand_key k join brand b on b.id = k.brand_id where k.id = ${keyId} for update of k`.execute(tx)
  return rows[0]
}
