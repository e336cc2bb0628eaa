import { sql } from 'kysely'
import { m } from '#messages'
import type { OperatorAct } from '#rules/operator-permissions.ts'
import type { Db } from '#server/platform/database.ts'
import { longList, type MemberExport } from '#server/platform/member-export.ts'

type Row = { id: string; at: Date; what: string; by: string }

/** What acts are called to the member they were done to. */
const names: Partial<Record<OperatorAct | 'redemption.batch', () => string>> = {
  'member.view': m.export_act_member_view,
  'member.view-as': m.export_act_member_view_as,
  'member.note': m.export_act_member_note,
  'member.adjust': m.export_act_member_adjust,
  'member.stop-payouts': m.export_act_member_stop_payouts,
  'member.allow-payouts': m.export_act_member_allow_payouts,
  'member.undo-payout-stop': m.export_act_member_allow_payouts,
  'member.disable': m.export_act_member_disable,
  'member.enable': m.export_act_member_enable,
  'member.sign-out': m.export_act_member_sign_out,
  'member.export': m.export_act_member_export,
  'member.remove-second-factors': m.export_act_member_remove_factors,
  'campaign.decide': m.export_act_application,
  'campaign.remove': m.export_act_campaign_remove,
  'campaign.let-back-in': m.export_act_campaign_let_back_in,
  'conversion.decide': m.export_act_conversion,
  'conversion.correct': m.export_act_conversion_correct,
  'conversion.reverse': m.export_act_conversion_reverse,
  'earning.reverse': m.export_act_earning_reverse,
  'redemption.approve': m.export_act_redemption_approve,
  'redemption.reject': m.export_act_redemption_reject,
  'redemption.open-destination': m.export_act_redemption_open,
  'redemption.send': m.export_act_redemption_send,
  'payout-run.retry': m.export_act_redemption_send,
  // Of versions before payout runs.
  'redemption.batch': m.export_act_redemption_send,
  'redemption.paid': m.export_act_redemption_paid,
  'redemption.failed': m.export_act_redemption_failed,
  'redemption.returned': m.export_act_redemption_returned,
  'restore.payout': m.export_act_restore_payout,
  'support.answer': m.export_act_support_answer,
  'support.write': m.export_act_support_write,
  'support.close': m.export_act_support_close,
}

/** What a member is not told: that they were like an entry of a list of sanctions, which in many places may not be. */
const unsaid: OperatorAct[] = ['redemption.clear-match']

/** What operators did that was about a member, in plain terms: their reasons are notes of theirs. */
export function actExport(db: Db): MemberExport {
  return {
    tables: ['audit_entry', 'audit_member_key'],
    parts: ({ uid }) => [
      longList({
        name: 'acts-of-operators',
        about: m.export_acts(),
        columns: ['id', 'at', 'what', 'by'],
        next: async (last: Row | undefined, limit) => {
          const { rows } = await sql<Omit<Row, 'what' | 'by'> & { action: OperatorAct; isPerson: boolean }>`
            select e.id, e.at, e.action, e.operator_id is not null as "isPerson"
            from audit_entry e join audit_member_key k on k.id = e.member_key
            where k.uid = ${uid} and e.action <> all (${unsaid}) and e.id > ${last?.id ?? ''} order by e.id limit ${limit}`.execute(
            db,
          )
          return rows.map(({ id, at, action, isPerson }) => ({
            id,
            at,
            what: names[action]?.() ?? m.export_act_other(),
            by: isPerson ? m.export_act_by_operator() : m.export_act_by_program(),
          }))
        },
      }),
    ],
  }
}
