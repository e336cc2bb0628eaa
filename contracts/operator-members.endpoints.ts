import { endpoint } from './endpoint.ts'
import type { operatorMemberSchemas } from './operator-members.schemas.ts'

const path = '/api/v1/operator/members/{uid}'

export const getOperatedMember = endpoint<typeof operatorMemberSchemas.getOperatedMember>()({
  id: 'getOperatedMember',
  method: 'GET',
  path,
  access: 'operator',
  permission: 'member.view',
})

export const listMemberEntries = endpoint<typeof operatorMemberSchemas.listMemberEntries>()({
  id: 'listMemberEntries',
  method: 'GET',
  path: `${path}/entries`,
  access: 'operator',
  permission: 'member.view',
})

export const listMemberLinks = endpoint<typeof operatorMemberSchemas.listMemberLinks>()({
  id: 'listMemberLinks',
  method: 'GET',
  path: `${path}/links`,
  access: 'operator',
  permission: 'member.view',
})

export const listMemberCampaigns = endpoint<typeof operatorMemberSchemas.listMemberCampaigns>()({
  id: 'listMemberCampaigns',
  method: 'GET',
  path: `${path}/campaigns`,
  access: 'operator',
  permission: 'member.view',
})

export const listMemberRedemptions = endpoint<typeof operatorMemberSchemas.listMemberRedemptions>()({
  id: 'listMemberRedemptions',
  method: 'GET',
  path: `${path}/redemptions`,
  access: 'operator',
  permission: 'member.view',
})

export const listMemberRewards = endpoint<typeof operatorMemberSchemas.listMemberRewards>()({
  id: 'listMemberRewards',
  method: 'GET',
  path: `${path}/rewards`,
  access: 'operator',
  permission: 'member.view',
})

export const listMemberRequests = endpoint<typeof operatorMemberSchemas.listMemberRequests>()({
  id: 'listMemberRequests',
  method: 'GET',
  path: `${path}/requests`,
  access: 'operator',
  permission: 'member.view',
})

export const listMemberEvents = endpoint<typeof operatorMemberSchemas.listMemberEvents>()({
  id: 'listMemberEvents',
  method: 'GET',
  path: `${path}/events`,
  access: 'operator',
  permission: 'member.view',
})

export const listMemberActs = endpoint<typeof operatorMemberSchemas.listMemberActs>()({
  id: 'listMemberActs',
  method: 'GET',
  path: `${path}/acts`,
  access: 'operator',
  permission: 'member.view',
})

export const getMemberReach = endpoint<typeof operatorMemberSchemas.getMemberReach>()({
  id: 'getMemberReach',
  method: 'GET',
  path: `${path}/reach`,
  access: 'operator',
  permission: 'member.view',
})

export const disableMember = endpoint<typeof operatorMemberSchemas.disableMember>()({
  id: 'disableMember',
  method: 'POST',
  path: `${path}/disabling`,
  access: 'operator',
  permission: 'member.disable',
})

export const enableMember = endpoint<typeof operatorMemberSchemas.enableMember>()({
  id: 'enableMember',
  method: 'POST',
  path: `${path}/enabling`,
  access: 'operator',
  permission: 'member.enable',
  recentProof: true,
})

export const signMemberOut = endpoint<typeof operatorMemberSchemas.signMemberOut>()({
  id: 'signMemberOut',
  method: 'POST',
  path: `${path}/sign-out`,
  access: 'operator',
  permission: 'member.sign-out',
})

export const removeMemberSecondFactors = endpoint<typeof operatorMemberSchemas.removeMemberSecondFactors>()({
  id: 'removeMemberSecondFactors',
  method: 'POST',
  path: `${path}/second-factor-removal`,
  access: 'operator',
  permission: 'member.remove-second-factors',
  recentProof: true,
})

export const proposeAdjustment = endpoint<typeof operatorMemberSchemas.proposeAdjustment>()({
  id: 'proposeAdjustment',
  method: 'POST',
  path: `${path}/adjustments`,
  access: 'operator',
  permission: 'member.adjust',
  recentProof: true,
})

export const stopMemberPayouts = endpoint<typeof operatorMemberSchemas.stopMemberPayouts>()({
  id: 'stopMemberPayouts',
  method: 'POST',
  path: `${path}/payout-stop`,
  access: 'operator',
  permission: 'member.stop-payouts',
})

export const undoMemberPayoutStop = endpoint<typeof operatorMemberSchemas.undoMemberPayoutStop>()({
  id: 'undoMemberPayoutStop',
  method: 'POST',
  path: `${path}/payout-stop/undo`,
  access: 'operator',
  permission: 'member.undo-payout-stop',
})

export const allowMemberPayouts = endpoint<typeof operatorMemberSchemas.allowMemberPayouts>()({
  id: 'allowMemberPayouts',
  method: 'POST',
  path: `${path}/payout-stop/end`,
  access: 'operator',
  permission: 'member.allow-payouts',
  recentProof: true,
})

export const noteOnMember = endpoint<typeof operatorMemberSchemas.noteOnMember>()({
  id: 'noteOnMember',
  method: 'POST',
  path: `${path}/notes`,
  access: 'operator',
  permission: 'member.note',
})
