import * as removal from '#contracts/operator-campaign-removal.endpoints.ts'
import * as earnings from '#contracts/operator-member-earnings.endpoints.ts'
import * as endpoints from '#contracts/operator-members.endpoints.ts'
import { undoing } from '#server/modules/operators/public.ts'
import { allowPayouts, stopPayouts, undoPayoutStop } from '#server/modules/redemptions/public.ts'
import { answer, bind } from '#server/platform/http/bind.ts'
import type { Module } from '#server/platform/module.ts'
import { letBackIntoCampaign, removalReach, removeFromCampaign, returnReach } from './campaign-removal.ts'
import { memberEarnings, reverseMemberEarnings } from './member-earnings.ts'
import { memberEntries } from './member-entries.ts'
import { memberLists } from './member-lists.ts'
import { memberReach } from './member-reach.ts'
import { memberRecord, type OperatedMemberDeps } from './member-record.ts'
import { noteOnMember } from './note-on-member.ts'

/** One member in the console. */
export function operatedMembersModule(deps: OperatedMemberDeps): Module {
  const { members } = deps
  return {
    routes: [
      bind(
        endpoints.getOperatedMember,
        async ({ db, actor, params }) => await memberRecord(db, actor, params, deps),
      ),
      bind(endpoints.listMemberEntries, async ({ db, actor, params, query }) =>
        memberEntries(db, actor, { ...params, ...query }),
      ),
      bind(endpoints.listMemberLinks, ({ db, actor, params, query }) =>
        memberLists.links(db, actor, { ...params, ...query }, deps),
      ),
      bind(endpoints.listMemberCampaigns, ({ db, actor, params, query }) =>
        memberLists.campaigns(db, actor, { ...params, ...query }, deps),
      ),
      bind(endpoints.listMemberRedemptions, ({ db, actor, params, query }) =>
        memberLists.redemptions(db, actor, { ...params, ...query }, deps),
      ),
      bind(endpoints.listMemberRewards, ({ db, actor, params, query }) =>
        memberLists.rewards(db, actor, { ...params, ...query }, deps),
      ),
      bind(endpoints.listMemberRequests, ({ db, actor, params, query }) =>
        memberLists.requests(db, actor, { ...params, ...query }, deps),
      ),
      bind(endpoints.listMemberEvents, ({ db, actor, params, query }) =>
        memberLists.events(db, actor, { ...params, ...query }, deps),
      ),
      bind(endpoints.listMemberActs, ({ db, actor, params, query }) =>
        memberLists.acts(db, actor, { ...params, ...query }, deps),
      ),
      bind(endpoints.getMemberReach, async ({ db, actor, params }) =>
        memberReach(db, actor, params, members),
      ),
      bind(earnings.listMemberEarnings, async ({ db, actor, params, query }) =>
        memberEarnings(db, actor, { ...params, ...query }),
      ),
      bind(earnings.reverseClickEarnings, async ({ db, actor, params, body }) =>
        reverseMemberEarnings(db, actor, { ...params, ...body }),
      ),
      bind(removal.getRemovalReach, async ({ db, params }) => removalReach(db, params)),
      bind(removal.removeFromCampaign, async ({ actor, params, body, transaction }) => {
        await transaction(async (tx) => await removeFromCampaign(tx, actor, { ...params, ...body }, deps))
        return answer(204, null)
      }),
      bind(removal.getReturnReach, async ({ db, params }) => returnReach(db, params)),
      bind(removal.letBackIn, async ({ actor, params, body, transaction }) => {
        await transaction(
          async (tx) => await letBackIntoCampaign(tx, undoing(actor, body), { ...params, ...body }, deps),
        )
        return answer(204, null)
      }),
      bind(endpoints.disableMember, async ({ actor, params: { uid }, body: { reason } }) => {
        await members.disable(actor, uid, reason)
        return answer(204, null)
      }),
      bind(endpoints.enableMember, async ({ actor, params: { uid }, body }) => {
        await members.enable(undoing(actor, body), uid, body.reason)
        return answer(204, null)
      }),
      bind(endpoints.signMemberOut, async ({ actor, params: { uid }, body: { reason } }) => {
        await members.signOut(actor, uid, reason)
        return answer(204, null)
      }),
      bind(endpoints.removeMemberSecondFactors, async ({ actor, params: { uid }, body: { reason } }) => {
        await members.removeSecondFactors(actor, uid, reason)
        return answer(204, null)
      }),
      bind(endpoints.stopMemberPayouts, async ({ actor, params, body, transaction }) => {
        const until = await transaction(
          async (tx) => await stopPayouts(tx, actor, { ...params, ...body }, deps),
        )
        return { until: until.toISOString() }
      }),
      bind(endpoints.undoMemberPayoutStop, async ({ actor, params, body, transaction }) => {
        await transaction(async (tx) => await undoPayoutStop(tx, actor, { ...params, ...body }, deps))
        return answer(204, null)
      }),
      bind(endpoints.allowMemberPayouts, async ({ actor, params, body, transaction }) => {
        await transaction(async (tx) => await allowPayouts(tx, actor, { ...params, ...body }, deps))
        return answer(204, null)
      }),
      bind(endpoints.noteOnMember, async ({ actor, params, body, transaction }) => {
        await transaction(async (tx) => await noteOnMember(tx, actor, { ...params, ...body }, deps))
        return answer(204, null)
      }),
    ],
  }
}
