import { sql } from 'kysely'
import type { ClickReviewReason } from '#rules/click-review.ts'
import type { Tx, Db } from '#server/platform/database.ts'
import type { MemberErasure } from '#server/platform/member-erasure.ts'

/** The campaign a notice is about, in words: by the time of the mail it may be called otherwise. */
export interface NoticeCampaign {
  campaignId: string
  title: string
  brand: string
}

/** A notice, with the facts its mail contains. */
export type Notice =
  | {
      kind: 'appeal_answered'
      facts: NoticeCampaign & { granted: boolean; reason: string | null; answer: string | null }
    }
  | {
      kind: 'claim_answered'
      facts: NoticeCampaign & { accepted: boolean; orderReference: string; answer: string | null }
    }
  | {
      kind: 'click_review_decided'
      facts: NoticeCampaign & {
        accepted: boolean
        clicks: number
        /** Why they were under review. */
        reason: ClickReviewReason
        /** What the operator says of a rejection. */
        answer: string | null
      }
    }
  | {
      kind: 'share_review_decided'
      facts: NoticeCampaign & { accepted: boolean; reason: ClickReviewReason; answer: string | null }
    }
  | { kind: 'application_decided'; facts: NoticeCampaign & { approved: boolean; reason: string | null } }
  | { kind: 'terms_changed'; facts: NoticeCampaign & { fields: string[] } }
  | { kind: 'removed'; facts: NoticeCampaign & { reason: string } }

/** Writes a notice for each member; it is mailed if and only if the transaction commits. */
export async function notifyMembers(tx: Tx, uids: string[], { kind, facts }: Notice): Promise<void> {
  await sql`
    insert into member_notice (uid, kind, facts)
    select uid, ${kind}, ${JSON.stringify(facts)}::jsonb from unnest(${uids}::text[]) uid`.execute(tx)
}

/**
 * Notifies a member of decided clicks. Unsent notices with the same decision become one mail: an operator decides hour
 * by hour.
 */
export async function notifyDecidedClicks(
  tx: Tx,
  uid: string,
  { clicks, ...alike }: Extract<Notice, { kind: 'click_review_decided' }>['facts'],
): Promise<void> {
  const { numAffectedRows } = await sql`
    update member_notice set facts = jsonb_set(facts, '{clicks}', to_jsonb((facts->>'clicks')::int + ${clicks}::int))
    where id = (select id from member_notice
                where uid = ${uid} and kind = 'click_review_decided' and facts - 'clicks' = ${JSON.stringify(alike)}::jsonb
                order by id limit 1 for update skip locked)`.execute(tx)
  if (numAffectedRows === 0n)
    await notifyMembers(tx, [uid], { kind: 'click_review_decided', facts: { clicks, ...alike } })
}

/** Unsent notices of a deleted member are dropped. */
export function noticeErasure(db: Db): MemberErasure {
  return {
    name: 'notices',
    erase: async ({ uid }) => {
      await sql`delete from member_notice where uid = ${uid}`.execute(db)
    },
  }
}
