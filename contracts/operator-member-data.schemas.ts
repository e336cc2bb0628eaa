import * as z from 'zod/mini'
import { deletionView } from './account-deletion.schemas.ts'
import type { EndpointSchemas } from './endpoint.ts'
import { memberParams, memberReason } from './operator-shapes.ts'

const tag = 'members'

export const operatorMemberDataSchemas = {
  getMemberErasure: {
    summary: 'What deleting a member’s account takes, and whether anything is in its way.',
    tag,
    params: memberParams,
    responses: { 200: deletionView },
  },
  eraseMember: {
    summary:
      'Deletes a member’s account, at once and for good; a member whose address is verified is mailed.',
    tag,
    params: memberParams,
    body: z.strictObject({
      /** The member’s e-mail address, typed. */
      confirmation: z.string().check(z.trim(), z.maxLength(254)),
      reason: memberReason,
    }),
    errors: ['deletion_blocked', 'user_deleted'],
    responses: { 202: deletionView },
  },
  exportMember: {
    summary: 'Everything held of a member as a zip, for them; they are notified.',
    tag,
    params: memberParams,
    body: z.strictObject({ reason: memberReason }),
    answerType: 'application/zip',
    ratePerMinute: 5,
    responses: { 200: null },
  },
} satisfies Record<string, EndpointSchemas>
