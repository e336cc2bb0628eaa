export { adjustMember, adjustMemberAct } from './adjust-member.ts'
export { operatedErasureRoutes, operatedExportRoutes } from './member-data.ts'
