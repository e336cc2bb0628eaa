import { endpoint } from './endpoint.ts'
import type { operatorMemberEarningSchemas } from './operator-member-earnings.schemas.ts'

const path = '/api/v1/operator/members/{uid}/earnings'

export const listMemberEarnings = endpoint<typeof operatorMemberEarningSchemas.listMemberEarnings>()({
  id: 'listMemberEarnings',
  method: 'GET',
  path,
  access: 'operator',
  permission: 'member.view',
})

export const reverseClickEarnings = endpoint<typeof operatorMemberEarningSchemas.reverseClickEarnings>()({
  id: 'reverseClickEarnings',
  method: 'POST',
  path: `${path}/reversal`,
  access: 'operator',
  permission: 'earning.reverse',
  recentProof: true,
})
