import * as z from 'zod/mini'
import type { EndpointSchemas } from './endpoint.ts'
import { setupSteps } from './operator-setup.constants.ts'
import { time } from './shapes.ts'

const tag = 'operator'

export const setup = z.object({
  steps: z.array(z.object({ step: z.enum(setupSteps), isDone: z.boolean() })),
  /**
   * What the step about the site takes: its name, which may be the default, a logo or that there is none, and who runs
   * it.
   */
  site: z.object({ isNamed: z.boolean(), isLogoDecided: z.boolean(), isOperatorSaid: z.boolean() }),
  /** Where people reach the site, as it was started. */
  origin: z.string(),
  /** Where mails go: to the world, to the mailbox page of this machine, or nowhere. */
  mail: z.enum(['smtp', 'mailbox', 'none']),
  /** The last test mail of who asks; null where they sent none. */
  testMail: z.nullable(
    z.object({
      sentAt: time,
      /** Why the mail server did not take it so far; null where it did, or was not asked yet. */
      failure: z.nullable(z.string()),
      /** They have said that one arrived. */
      isArrived: z.boolean(),
    }),
  ),
  /** Nobody but this machine reaches it. */
  isLocal: z.boolean(),
})
export type Setup = z.output<typeof setup>

const demoRun = z.object({
  kind: z.enum(['load', 'remove']),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  /** Of a load, how many steps are done. */
  step: z.int().check(z.nonnegative()),
  askedBy: z.string(),
  startedAt: time,
  endedAt: z.nullable(time),
})
export type DemoRun = z.output<typeof demoRun>

const demo = z.object({
  isLoaded: z.boolean(),
  /** Why none can be loaded: the installation serves people, or has members of its own. */
  refusal: z.nullable(z.enum(['serves_people', 'has_members'])),
  /** The last load or removal from the console. */
  run: z.nullable(demoRun),
  /** Of the demo's creator, where the development tools are. */
  signIn: z.nullable(z.object({ email: z.string(), password: z.string() })),
})
export type Demo = z.output<typeof demo>

const asked = (summary: string) => ({
  summary,
  tag,
  body: z.object({}),
  bodyOptional: true as const,
  errors: ['conflict' as const],
  responses: { 202: demo },
})

export const operatorSetupSchemas = {
  getDemo: {
    summary: 'Whether there is demo data, whether it can be loaded, and how far a load or removal is.',
    tag,
    responses: { 200: demo },
  },
  loadDemoData: asked('Loads brands, campaigns and creators to look at, in the background.'),
  removeDemoData: asked('Removes all demo data, in the background; the ledger keeps its entries, balanced.'),
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
  confirmTestMail: {
    summary: 'Says that the test mail has arrived; refused who sent none.',
    tag,
    body: z.object({}),
    bodyOptional: true,
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
