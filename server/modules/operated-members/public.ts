export { adjustMember, adjustMemberAct } from './adjust-member.ts'
export { reachOfRemoval } from './campaign-removal.ts'
export { operatedErasureRoutes, operatedExportRoutes } from './member-data.ts'
