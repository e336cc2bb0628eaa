export { adjustMember, adjustMemberAct } from './adjust-member.ts'
export { reachOfRemoval } from './campaign-removal.ts'
export { memberReach } from './member-reach.ts'
export { operatedErasureRoutes, operatedExportRoutes } from './member-data.ts'
