import { sql } from 'kysely'
import { m } from '#messages'
import { shortList, type MemberExport } from '#server/platform/member-export.ts'
import { deviceName } from '#server/platform/device-name.ts'
import type { IdentityDeps } from './identity-deps.ts'

/** The account with its ways in, where it is signed in, and what happened to it; no secret, not even as a hash. */
export function accountExport({ identityDb: db }: Pick<IdentityDeps, 'identityDb'>): MemberExport {
  return {
    tables: ['auth_user', 'auth_account', 'auth_session', 'session_place', 'session_proof', 'known_device']
      .concat(
        'security_event',
        'action_link',
        'authenticator',
        'passkey',
        'passkey_challenge',
        'recovery_code',
        'pending_sign_in',
        'outside_session',
      )
      .map((table) => `identity.${table}`),
    parts: ({ uid }) => [
      {
        kind: 'record',
        name: 'account',
        about: m.export_account(),
        read: async () => {
          const { rows } = await sql<object>`
            select id as uid, name, email, email_verified as "emailVerified", image as "photoURL",
              created_at as "createdAt", updated_at as "updatedAt" from auth_user where id = ${uid}`.execute(
            db,
          )
          return rows[0] ?? {}
        },
      },
      shortList({
        name: 'sign-in-methods',
        about: m.export_sign_in_methods(),
        columns: ['provider', 'accountThere', 'scope', 'since', 'changedAt'],
        read: async () => {
          const { rows } = await sql<SignInMethod>`
            select case provider_id when 'credential' then 'password' else provider_id end as provider,
              case when provider_id <> 'credential' then account_id end as "accountThere", scope,
              created_at as since, updated_at as "changedAt"
            from auth_account where user_id = ${uid} order by created_at, id`.execute(db)
          return rows
        },
      }),
      shortList({
        name: 'sessions',
        about: m.export_sessions(),
        columns: ['id', 'browser', 'system', 'userAgent', 'country', 'createdAt', 'lastSeenAt'].concat(
          'passwordGivenAgainAt',
          'secondFactorAt',
          'expiresAt',
        ),
        read: async () => {
          const { rows } = await sql<SessionRow>`
            select s.id, coalesce(s.user_agent, '') as "userAgent", p.country, s.created_at as "createdAt",
              s.updated_at as "lastSeenAt", r.proved_at as "passwordGivenAgainAt",
              r.second_factor_at as "secondFactorAt", s.expires_at as "expiresAt"
            from auth_session s left join session_place p on p.session_id = s.id
            left join session_proof r on r.session_id = s.id
            where s.user_id = ${uid}
            union all select id, '', null, signed_in_at, used_at, null, null, null from outside_session where uid = ${uid}
            order by "createdAt", id`.execute(db)
          return rows.map((row) => ({ ...row, ...deviceName(row.userAgent) }))
        },
      }),
      shortList({
        name: 'known-devices',
        about: m.export_known_devices(),
        columns: ['lastSeenAt'],
        read: async () => {
          const { rows } = await sql<{ lastSeenAt: Date }>`
            select last_seen_at as "lastSeenAt" from known_device where uid = ${uid} order by last_seen_at`.execute(
            db,
          )
          return rows
        },
      }),
      shortList({
        name: 'security-events',
        about: m.export_security_events(),
        columns: ['at', 'kind'],
        read: async () => {
          const { rows } = await sql<{ at: Date; kind: string }>`
            select at, kind from security_event where uid = ${uid} order by at, id`.execute(db)
          return rows
        },
      }),
      shortList({
        name: 'second-factors',
        about: m.export_second_factors(),
        columns: ['kind', 'name', 'addedAt', 'lastUsedAt'],
        read: async () => {
          const { rows } = await sql<SecondFactor>`
            select 'authenticator' as kind, null as name, confirmed_at as "addedAt", last_used_at as "lastUsedAt"
            from authenticator where uid = ${uid} and confirmed_at is not null
            union all select 'passkey', name, added_at, last_used_at from passkey where uid = ${uid}
            union all select 'recovery code', null, created_at, used_at from recovery_code where uid = ${uid}
            order by 3, 1, 4`.execute(db)
          return rows
        },
      }),
      shortList({
        name: 'begun-sign-ins',
        about: m.export_begun_sign_ins(),
        columns: ['expiresAt'],
        read: async () => {
          const { rows } = await sql<{ expiresAt: Date }>`
            select expires_at as "expiresAt" from pending_sign_in where uid = ${uid}
            union all select expires_at from passkey_challenge where uid = ${uid} order by 1`.execute(db)
          return rows
        },
      }),
      shortList({
        name: 'mailed-links',
        about: m.export_mailed_links(),
        columns: ['purpose', 'email', 'nextEmail', 'expiresAt'],
        read: async () => {
          const { rows } = await sql<MailedLink>`
            select purpose, email, next_email as "nextEmail", expires_at as "expiresAt"
            from action_link where uid = ${uid} order by expires_at, purpose`.execute(db)
          return rows
        },
      }),
    ],
  }
}

type SignInMethod = {
  provider: string
  accountThere: string | null
  scope: string | null
  since: Date
  changedAt: Date
}
type SessionRow = {
  id: string
  userAgent: string
  country: string | null
  createdAt: Date
  lastSeenAt: Date
  passwordGivenAgainAt: Date | null
  secondFactorAt: Date | null
  expiresAt: Date
}
type SecondFactor = { kind: string; name: string | null; addedAt: Date; lastUsedAt: Date | null }
type MailedLink = { purpose: string; email: string; nextEmail: string | null; expiresAt: Date }
