export { adjustMember, adjustMemberAct } from './adjust-member.ts'
