import * as z from 'zod/mini'
import { OPERATOR_PERMISSIONS, OPERATOR_ROLES } from '../rules/operator-permissions.ts'
import type { EndpointSchemas } from './endpoint.ts'
import { idSchema } from './ids.ts'
import { passkeyAssertion, passkeyRegistration } from './passkey-shapes.ts'
import { passkeyCreation, passkeyRequest } from './passkeys.schemas.ts'
import { authenticatorSetup } from './second-factor.schemas.ts'
import { time } from './shapes.ts'

const tag = 'operator'
const noBody = { body: z.object({}), bodyOptional: true } as const

export const operatorRole = z.enum(OPERATOR_ROLES)
export const operatorPermission = z.enum(OPERATOR_PERMISSIONS)

/** The operator who asks, what they may do, and how long this session lasts. */
export const operatorMe = z.object({
  operator: z.object({ id: idSchema('operator'), name: z.string(), email: z.string(), role: operatorRole }),
  via: z.enum(['console', 'api key']),
  /** All that the role, or the API key, allows: what is not here is refused with `forbidden`. */
  permissions: z.array(operatorPermission),
  /** Null for an API key. */
  session: z.nullable(
    z.object({
      id: idSchema('operatorSession'),
      /** It ends by then, whatever is done. */
      endsAt: time,
      /** It ends after so many minutes in which nothing is asked; what says `X-Background: 1` does not count. */
      idleMinutes: z.int(),
      /** Until when what asks for a recent proof works without one. */
      provedUntil: time,
    }),
  ),
})
export type OperatorMe = z.output<typeof operatorMe>

const operatorSession = z.object({
  id: idSchema('operatorSession'),
  isCurrent: z.boolean(),
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  country: z.nullable(z.string()),
  createdAt: time,
  lastUsedAt: time,
})
export type OperatorSession = z.output<typeof operatorSession>

const operatorPasskey = z.object({
  id: idSchema('operatorPasskey'),
  name: z.string(),
  backedUp: z.boolean(),
  addedAt: time,
  lastUsedAt: z.nullable(time),
})
export type OperatorPasskey = z.output<typeof operatorPasskey>

const operatorFactors = z.object({
  passkeys: z.array(operatorPasskey),
  /** Null without an authenticator app. */
  authenticator: z.nullable(z.object({ addedAt: time, lastUsedAt: z.nullable(time) })),
})
export type OperatorFactors = z.output<typeof operatorFactors>

/** Six digits of an authenticator app or a mail. */
export const sixDigits = z.string().check(z.regex(/^\d{6}$/))

/** By a passkey, or a code of the authenticator app. */
const operatorProof = z.union([
  z.strictObject({ passkey: passkeyAssertion }),
  z.strictObject({ code: sixDigits }),
])
export type OperatorProof = z.output<typeof operatorProof>

export const operatorAccountSchemas = {
  getOperatorMe: {
    summary: 'The operator who asks, and what they may do.',
    tag,
    responses: { 200: operatorMe },
  },
  listOperatorSessions: {
    summary: 'Where the operator is signed in to the console, the last used first.',
    tag,
    responses: { 200: z.object({ items: z.array(operatorSession) }) },
  },
  endOperatorSession: {
    summary: 'Signs out one of the operator’s own sessions, at once.',
    tag,
    params: z.object({ id: idSchema('operatorSession') }),
    responses: { 204: null },
  },
  endOperatorSessions: {
    summary: 'Signs the operator out everywhere, here too.',
    tag,
    responses: { 204: null },
  },
  getOperatorFactors: {
    summary: 'By what the operator signs in: passkeys and an authenticator app.',
    tag,
    responses: { 200: operatorFactors },
  },
  startOperatorPasskey: {
    summary: 'Begins to add a passkey: what the browser passes to `navigator.credentials.create()`.',
    tag,
    ...noBody,
    errors: ['too_many_passkeys'],
    ratePerMinute: 20,
    responses: { 200: passkeyCreation },
  },
  addOperatorPasskey: {
    summary: 'Adds the passkey that the browser made.',
    tag,
    body: z.object({ passkey: passkeyRegistration }),
    errors: ['invalid_passkey', 'passkey_exists', 'too_many_passkeys'],
    ratePerMinute: 20,
    responses: { 201: operatorPasskey },
  },
  removeOperatorPasskey: {
    summary: 'Removes a passkey; the last factor stays (`conflict`).',
    tag,
    params: z.object({ id: idSchema('operatorPasskey') }),
    responses: { 204: null },
  },
  startOperatorAuthenticator: {
    summary: 'Begins to add an authenticator app: a new secret, which counts once a code of it is confirmed.',
    tag,
    ...noBody,
    errors: ['authenticator_exists'],
    ratePerMinute: 20,
    responses: { 200: authenticatorSetup },
  },
  confirmOperatorAuthenticator: {
    summary: 'Adds the authenticator app by a code of it.',
    tag,
    body: z.object({ code: sixDigits }),
    errors: ['invalid_verification_code', 'authenticator_exists', 'authenticator_missing'],
    ratePerMinute: 20,
    responses: { 204: null },
  },
  removeOperatorAuthenticator: {
    summary: 'Removes the authenticator app; the last factor stays (`conflict`).',
    tag,
    responses: { 204: null },
  },
  startOperatorProof: {
    summary: 'What the browser passes to `navigator.credentials.get()` to prove that the operator is there.',
    tag,
    ...noBody,
    ratePerMinute: 20,
    responses: { 200: passkeyRequest },
  },
  proveOperator: {
    summary: 'Proves that the operator is there: what asks for a recent proof then works for ten minutes.',
    tag,
    body: operatorProof,
    errors: ['invalid_passkey', 'invalid_verification_code', 'authenticator_lost'],
    ratePerMinute: 20,
    responses: { 200: operatorMe },
  },
} satisfies Record<string, EndpointSchemas>
