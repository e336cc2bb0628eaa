import * as z from 'zod/mini'
import type { EndpointSchemas } from './endpoint.ts'
import { idSchema } from './ids.ts'
import { operatorRole } from './operator-account.schemas.ts'
import { emailAddress, time, visible } from './shapes.ts'

const tag = 'operators'

/** Somebody who operates the installation. */
const operator = z.object({
  id: idSchema('operator'),
  name: z.string(),
  email: z.string(),
  role: operatorRole,
  createdAt: time,
  /** Null for one who may act. */
  disabledAt: z.nullable(time),
})
export type OperatorView = z.output<typeof operator>

export const operatorsSchemas = {
  listOperators: {
    summary: 'Every operator by address, also those who are disabled.',
    tag,
    responses: { 200: z.object({ items: z.array(operator) }) },
  },
  addOperator: {
    summary: 'Adds an operator and mails them an invitation.',
    tag,
    body: z.object({
      email: emailAddress,
      name: z.string().check(z.trim(), z.minLength(1), z.maxLength(80), visible),
      role: operatorRole,
    }),
    responses: { 201: operator },
  },
  inviteOperator: {
    summary:
      'Mails an operator another invitation: earlier ones are void, and its use replaces all they signed in with before.',
    tag,
    params: z.object({ id: idSchema('operator') }),
    responses: { 204: null },
  },
} satisfies Record<string, EndpointSchemas>
