import { m } from '#console-messages'
import {
  endOperatorSession,
  endOperatorSessions,
  removeOperatorAuthenticator,
  removeOperatorPasskey,
} from '#contracts/operator-account.endpoints.ts'
import type { OperatorSession } from '#contracts/operator-account.schemas.ts'
import { revokeOperatorKey } from '#contracts/operator-keys.endpoints.ts'
import type { OperatorKeyView } from '#contracts/operator-keys.schemas.ts'
import { call } from '#console/platform/api.ts'
import { dropSession } from '#console/platform/session.ts'
import { oneDone } from '#console/ui/act-button.tsx'
import { formatAge, formatDateTime } from '#console/ui/format.ts'
import type { RowAct } from '#console/ui/table/row-act.ts'

/** What the operator signs in with: a passkey, or with `key` null the authenticator app. */
export interface Factor {
  key: string | null
  name: string
  /** What it is, where its name does not say it. */
  kind: string
  addedAt: string
  lastUsedAt: string | null
}

/** What a browser of the operator is called. */
export function browserName({ browser, system }: OperatorSession): string {
  return [browser, system].filter(Boolean).join(' · ') || m.account_unknown_browser()
}

/** When something was last used, in words. */
export function usedText(lastUsedAt: string | null): string {
  return lastUsedAt === null ? m.account_never_used() : m.account_used({ age: formatAge(lastUsedAt) })
}

/** Ends an API key: what uses it, and how lately, is said first. */
export const revokeKeyAct: RowAct<OperatorKeyView> = {
  id: 'revoke-key',
  label: m.keys_revoke(),
  look: 'danger',
  permission: 'operator-key.revoke',
  preview: ([key]) => (
    <>
      <p>
        {key!.lastUsedAt === null
          ? m.keys_revoke_unused({ name: key!.name, operator: key!.operator.name })
          : m.keys_revoke_used({
              name: key!.name,
              operator: key!.operator.name,
              age: formatAge(key!.lastUsedAt),
              time: formatDateTime(key!.lastUsedAt),
            })}
      </p>
      <p>{m.keys_revoke_preview({ scopes: m.keys_scopes({ count: key!.scopes.length }) })}</p>
      <p>{key!.scopes.join(', ')}</p>
    </>
  ),
  run: async ([key]) => {
    await call(revokeOperatorKey, { params: { id: key!.id } })
    return oneDone(key!.id)
  },
  said: () => m.keys_revoked(),
}

/** Signs out another browser of the operator. */
export const endSessionAct: RowAct<OperatorSession> = {
  id: 'end-session',
  label: m.account_end(),
  look: 'quiet',
  permission: 'session.end',
  applies: ({ isCurrent }) => !isCurrent,
  preview: ([session]) => (
    <p>{m.account_end_preview({ name: browserName(session!), age: formatAge(session!.lastUsedAt) })}</p>
  ),
  run: async ([session]) => {
    await call(endOperatorSession, { params: { id: session!.id } })
    return oneDone(session!.id)
  },
  said: () => m.account_ended(),
}

/** Signs the operator out in every browser, this one too. */
export const endSessionsAct: RowAct<readonly OperatorSession[]> = {
  id: 'end-sessions',
  label: m.account_end_all(),
  look: 'danger',
  permission: 'session.end',
  preview: ([sessions]) => (
    <>
      <p>{m.account_end_all_preview({ count: sessions!.length })}</p>
      <p>{sessions!.map(browserName).join(', ')}</p>
    </>
  ),
  run: async () => {
    await call(endOperatorSessions)
    dropSession()
    return oneDone('sessions')
  },
  said: () => m.account_ended_all(),
}

/** Removes one of the ways to sign in; `rest` are the others, of which there is at least one. */
export function removeFactorAct(rest: readonly Factor[]): RowAct<Factor> {
  return {
    id: 'remove-factor',
    label: m.account_remove(),
    look: 'danger',
    permission: 'factor.remove',
    preview: ([factor]) => (
      <>
        <p>{m.account_remove_preview({ name: factor!.name, used: usedText(factor!.lastUsedAt) })}</p>
        <p>{m.account_remove_rest({ names: rest.map(({ name }) => name).join(', ') })}</p>
      </>
    ),
    run: async ([factor]) => {
      const { key } = factor!
      await (key === null
        ? call(removeOperatorAuthenticator)
        : call(removeOperatorPasskey, { params: { id: key } }))
      return oneDone(key ?? 'app')
    },
    said: () => m.account_removed(),
  }
}
