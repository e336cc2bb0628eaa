import * as z from 'zod/mini'
import type { EndpointSchemas } from './endpoint.ts'
import { setupSteps } from './operator-setup.constants.ts'

const tag = 'operator'

export const setup = z.object({
  steps: z.array(z.object({ step: z.enum(setupSteps), isDone: z.boolean() })),
  /** Where people reach the site, as it was started. */
  origin: z.string(),
  /** Where mails go: to the world, to the mailbox page of this machine, or nowhere. */
  mail: z.enum(['smtp', 'mailbox', 'none']),
  /** Nobody but this machine reaches it. */
  isLocal: z.boolean(),
})
export type Setup = z.output<typeof setup>

export const operatorSetupSchemas = {
  getSetup: {
    summary: 'What a new installation still needs, and how it was started.',
    tag,
    responses: { 200: setup },
  },
  keepEconomy: {
    summary: 'Says that the settings in force, looked at as this version, are those to begin with.',
    tag,
    body: z.strictObject({ version: z.int().check(z.nonnegative()) }),
    errors: ['conflict'],
    responses: { 200: setup },
  },
  sendTestMail: {
    summary: 'Sends the operator who asks a mail, to see that mails arrive.',
    tag,
    body: z.object({}),
    bodyOptional: true,
    responses: { 202: z.object({ to: z.string() }) },
  },
} satisfies Record<string, EndpointSchemas>
