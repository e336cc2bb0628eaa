import { sql } from 'kysely'
import type { Agreements, VersionToAgree } from '#contracts/legal.schemas.ts'
import { m } from '#messages'
import type { Db } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { shortList, type MemberExport } from '#server/platform/member-export.ts'
import { insertAgreement, versionsInForce, versionsToAgree } from './legal-queries.ts'

/** Records what a member agrees to, each version once. Throws `legal_version_stale`, and then nothing is recorded. */
export async function agree(db: Db, uid: string, agreements: Agreements): Promise<void> {
  await requireInForce(db, agreements)
  for (const agreement of agreements) await insertAgreement(db, { uid, ...agreement })
}

/** Throws `legal_version_stale`, with the versions in force, where one of these is not. */
export async function requireInForce(db: Db, agreements: Agreements): Promise<void> {
  const inForce = await versionsInForce(db)
  if (agreements.every(({ document, version }) => inForce[document] === version)) return
  throw problem('legal_version_stale', { members: { inForce } })
}

/** What is in force and waits for a member's agreement. */
export async function toAgree(db: Db, uid: string): Promise<VersionToAgree[]> {
  const rows = await versionsToAgree(db, uid)
  return rows.map(({ publishedAt, ...row }) => ({ ...row, publishedAt: publishedAt.toISOString() }))
}

/** What a member agreed to, and when. */
export function agreementsExport(db: Db): MemberExport {
  return {
    tables: ['legal_agreement'],
    parts: ({ uid }) => [
      shortList({
        name: 'agreements',
        about: m.export_agreements(),
        columns: ['document', 'version', 'agreedAt'],
        read: async () => {
          const { rows } = await sql<{ document: string; version: string; agreedAt: Date }>`
            select document, version, agreed_at as "agreedAt" from legal_agreement
            where uid = ${uid} order by agreed_at, document`.execute(db)
          return rows
        },
      }),
    ],
  }
}
