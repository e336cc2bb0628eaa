import { endpoint } from './endpoint.ts'
import type { operatorMemberDataSchemas } from './operator-member-data.schemas.ts'

const path = '/api/v1/operator/members/{uid}'

export const getMemberErasure = endpoint<typeof operatorMemberDataSchemas.getMemberErasure>()({
  id: 'getMemberErasure',
  method: 'GET',
  path: `${path}/erasure`,
  access: 'operator',
  permission: 'member.erase',
})

export const eraseMember = endpoint<typeof operatorMemberDataSchemas.eraseMember>()({
  id: 'eraseMember',
  method: 'POST',
  path: `${path}/erasure`,
  access: 'operator',
  permission: 'member.erase',
  recentProof: true,
})

/** A zip, as the member's own. */
export const exportMember = endpoint<typeof operatorMemberDataSchemas.exportMember>()({
  id: 'exportMember',
  method: 'POST',
  path: `${path}/export`,
  access: 'operator',
  permission: 'member.export',
  recentProof: true,
})
