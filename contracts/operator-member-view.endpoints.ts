import { endpoint } from './endpoint.ts'
import type { operatorMemberViewSchemas } from './operator-member-view.schemas.ts'

export const viewAsMember = endpoint<typeof operatorMemberViewSchemas.viewAsMember>()({
  id: 'viewAsMember',
  method: 'POST',
  path: '/api/v1/operator/members/{uid}/view',
  access: 'operator',
  permission: 'member.view-as',
  recentProof: true,
})
