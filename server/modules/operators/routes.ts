import * as endpoints from '#contracts/operators.endpoints.ts'
import type { OperatorView } from '#contracts/operators.schemas.ts'
import * as keys from '#contracts/operator-keys.endpoints.ts'
import type { OperatorKeyView } from '#contracts/operator-keys.schemas.ts'
import { answer, bind, type Route } from '#server/platform/http/bind.ts'
import type { OperatorAccessDeps } from './access/access-deps.ts'
import { inviteOperator, mailInvitation } from './access/invitations.ts'
import { createKey, keyScopesOf, listKeys, revokeKey, type OperatorKey } from './access/operator-keys.ts'
import { addOperator } from './change-operators.ts'
import { listOperators, requireOperator, type Operator } from './operator-queries.ts'

/** The routes by which operators look after API keys. */
export function operatorKeyRoutes(): Route[] {
  return [
    bind(keys.listOperatorKeys, async ({ db, actor }) => ({
      items: (await listKeys(db, actor.role === 'owner' ? null : actor.operatorId)).map(keyView),
      scopes: keyScopesOf(actor.role),
    })),
    bind(keys.createOperatorKey, async ({ actor, body, transaction }) => {
      const { secret, ...made } = await transaction(async (tx) => await createKey(tx, actor, body))
      return answer(201, { ...keyView(made), secret })
    }),
    bind(keys.revokeOperatorKey, async ({ actor, params, transaction }) => {
      await transaction(async (tx) => await revokeKey(tx, actor, params))
      return answer(204, null)
    }),
  ]
}

/** The routes by which owners look after the operators. */
export function operatorRoutes(deps: OperatorAccessDeps): Route[] {
  return [
    bind(endpoints.listOperators, async ({ db }) => ({ items: (await listOperators(db)).map(view) })),
    bind(endpoints.addOperator, async ({ actor, body, transaction }) =>
      transaction(async (tx) => {
        const added = await addOperator(tx, actor, body)
        await mailInvitation(tx, deps, await inviteOperator(tx, deps, actor, added))
        return answer(201, view(added))
      }),
    ),
    bind(endpoints.inviteOperator, async ({ actor, params: { id }, transaction }) => {
      await transaction(async (tx) => {
        await mailInvitation(tx, deps, await inviteOperator(tx, deps, actor, await requireOperator(tx, id)))
      })
      return answer(204, null)
    }),
  ]
}

function view({ id, name, email, role, createdAt, disabledAt }: Operator): OperatorView {
  return {
    id,
    name,
    email,
    role,
    createdAt: createdAt.toISOString(),
    disabledAt: disabledAt?.toISOString() ?? null,
  }
}

function keyView({ operatorId, operatorName, ...key }: OperatorKey): OperatorKeyView {
  return {
    id: key.id,
    name: key.name,
    operator: { id: operatorId, name: operatorName },
    scopes: key.scopes,
    createdAt: key.createdAt.toISOString(),
    expiresAt: key.expiresAt.toISOString(),
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    revokedAt: key.revokedAt?.toISOString() ?? null,
  }
}
