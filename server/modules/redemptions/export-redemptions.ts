import { sql } from 'kysely'
import { m } from '#messages'
import type { Db } from '#server/platform/database.ts'
import { longList, shortList, type MemberExport } from '#server/platform/member-export.ts'
import type { Secret } from '#server/platform/secret.ts'
import { openDetails } from './destination-secret.ts'

type RedemptionRow = {
  id: string
  quoteId: string
  crels: number
  usdCents: number
  destinationId: string | null
  destinationKind: string
  destinationHint: string | null
  state: string
  stateAt: Date
  reason: string | null
  reference: string | null
  requestedAt: Date
}
type EventRow = { seq: number; redemptionId: string; state: string; at: Date; reason: string | null }

/** Where a member is paid to, in clear, and the state of every redemption. */
export function redemptionExport(db: Db, secret: Secret): MemberExport {
  return {
    tables: ['payout_destination', 'payout_stop', 'redemption', 'redemption_event'],
    parts: ({ uid, party }) => [
      shortList({
        name: 'payout-destinations',
        about: m.export_payout_destinations(),
        columns: ['id', 'kind', 'details', 'createdAt', 'usableFrom', 'remind', 'removedAt'],
        read: async () => await destinations(db, secret, uid),
      }),
      shortList({
        name: 'payout-stop',
        about: m.export_payout_stop(),
        columns: ['until', 'stoppedAt'],
        read: async () => {
          const { rows } = await sql<{ until: Date; stoppedAt: Date }>`
            select until, stopped_at as "stoppedAt" from payout_stop where uid = ${uid}`.execute(db)
          return rows
        },
      }),
      longList({
        name: 'redemptions',
        about: m.export_redemptions(),
        columns: [
          ...(['id', 'quoteId', 'crels', 'usdCents', 'destinationId', 'destinationKind'] as const),
          ...(['destinationHint', 'state', 'stateAt', 'reason', 'reference', 'requestedAt'] as const),
        ],
        next: async (last: RedemptionRow | undefined, limit) => {
          const { rows } = await sql<RedemptionRow>`
            select id, quote_id as "quoteId", crels, usd_cents as "usdCents", destination_id as "destinationId",
              destination_kind as "destinationKind", destination_hint as "destinationHint", state,
              state_at as "stateAt", reason, case when state = 'paid' then reference end as reference,
              requested_at as "requestedAt"
            from redemption where party = ${party} and id > ${last?.id ?? ''} order by id limit ${limit}`.execute(
            db,
          )
          return rows
        },
      }),
      longList({
        name: 'redemption-steps',
        about: m.export_redemption_steps(),
        columns: ['redemptionId', 'state', 'at', 'reason'],
        next: async (last: EventRow | undefined, limit) => {
          const { rows } = await sql<EventRow>`
            select e.seq, e.redemption_id as "redemptionId", e.state, e.at, e.reason
            from redemption r join redemption_event e on e.redemption_id = r.id
            where r.party = ${party} and e.seq > ${last?.seq ?? 0} order by e.seq limit ${limit}`.execute(db)
          return rows
        },
      }),
    ],
  }
}

async function destinations(db: Db, secret: Secret, uid: string) {
  const { rows } = await sql<{
    id: string
    kind: string
    sealed: string | null
    createdAt: Date
    usableFrom: Date
    remind: boolean
    removedAt: Date | null
  }>`
    select id, kind, details as sealed, created_at as "createdAt", usable_from as "usableFrom",
      remind, removed_at as "removedAt"
    from payout_destination where uid = ${uid} order by created_at, id`.execute(db)
  return rows.map(({ sealed, ...row }) => ({
    ...row,
    details: sealed === null ? null : detailsText(openDetails(secret, { id: row.id, details: sealed })),
  }))
}

/** Details in one cell: `email: ada@example.com`. */
function detailsText({ kind: _, ...details }: ReturnType<typeof openDetails>): string {
  return Object.entries(details)
    .map(([name, value]) => `${name}: ${value}`)
    .join('; ')
}
