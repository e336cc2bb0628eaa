import type { OperatorMe } from '#contracts/operator-account.schemas.ts'
import { permissionsOf } from '#rules/operator-permissions.ts'
import type { OperatorCaller } from '#server/platform/http/actors.ts'
import type { OperatorSessionRules } from './access-deps.ts'
import { proofMinutes } from './operator-sessions.ts'

/** What the console, or an API key, is told of who it acts for. */
export function meOf(
  {
    operatorId,
    name,
    email,
    role,
    via,
    scopes,
    session,
  }: Pick<OperatorCaller, 'operatorId' | 'name' | 'email' | 'role' | 'via' | 'scopes' | 'session'>,
  { idleMinutes, lifetimeHours }: OperatorSessionRules,
): OperatorMe {
  const allowed = permissionsOf(role)
  return {
    operator: { id: operatorId, name, email, role },
    via,
    permissions: scopes ? allowed.filter((permission) => scopes.includes(permission)) : allowed,
    session: session && {
      id: session.id,
      endsAt: later(session.createdAt, lifetimeHours * 60),
      idleMinutes,
      provedUntil: later(session.provedAt, proofMinutes),
    },
  }
}

function later(at: Date, minutes: number): string {
  return new Date(at.getTime() + minutes * 60_000).toISOString()
}
