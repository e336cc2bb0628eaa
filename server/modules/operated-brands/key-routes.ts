import * as contract from '#contracts/operator-brand-keys.endpoints.ts'
import type { OperatedBrandKey } from '#contracts/operator-brand-keys.schemas.ts'
import {
  brandIdOf,
  createBrandKey,
  createPixelKey,
  createSigningKey,
  listBrandKeys,
  revokeBrandKey,
  rotateBrandKey,
  type ListedBrandKey,
} from '#server/modules/brands/public.ts'
import { requireOwnAgain, type OperatorActor } from '#server/modules/operators/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { answer, bind, type Route } from '#server/platform/http/bind.ts'
import { problem } from '#server/platform/http/problems.ts'
import type { Platform } from '#server/platform/module.ts'

type KeyDeps = Pick<Platform, 'config' | 'secret'>

/** The endpoints of contracts/operator-brand-keys.endpoints.ts. */
export function keyRoutes(deps: KeyDeps): Route[] {
  const pixelUrl = (id: string) => `${deps.config.publicOrigin}/px/${id}.gif`
  return [
    bind(contract.listOperatedBrandKeys, async ({ db, params: { slug } }) => {
      if (!(await brandIdOf(db, slug))) throw problem('not_found', { detail: `There is no brand ${slug}.` })
      return { items: (await listBrandKeys(db, slug)).map(keyView) }
    }),
    bind(contract.createOperatedBrandKey, async ({ transaction, actor, params: { slug }, body }) =>
      transaction(async (tx) => {
        const { kind, ...input } = body
        const made = await makeKey(tx, actor, { kind, brand: slug, ...input }, deps)
        return answer(201, {
          id: made.id,
          secret: made.key ?? null,
          pixelUrl: kind === 'pixel' ? pixelUrl(made.id) : null,
        })
      }),
    ),
    bind(contract.rotateOperatedBrandKey, async ({ transaction, actor, params: { id }, body }) =>
      transaction(async (tx) => {
        const made = await rotateBrandKey(tx, actor, { keyId: id, ...body }, deps.secret)
        return answer(201, {
          id: made.id,
          secret: made.key ?? null,
          pixelUrl: made.key === undefined ? pixelUrl(made.id) : null,
          expiresAt: made.expiresAt?.toISOString() ?? null,
          oldExpiresAt: made.oldExpiresAt.toISOString(),
        })
      }),
    ),
    bind(contract.revokeOperatedBrandKey, async ({ transaction, actor, params: { id } }) =>
      transaction(async (tx) => {
        const { changed } = await revokeBrandKey(tx, actor, { keyId: id })
        if (!changed)
          await requireOwnAgain(tx, actor, {
            action: 'brand-key.revoke',
            target: id,
            actions: ['brand-key.revoke'],
            detail: 'This key is revoked already.',
          })
        return answer(204, null)
      }),
    ),
  ]
}

async function makeKey(
  tx: Tx,
  actor: OperatorActor,
  { kind, ...input }: Parameters<typeof createBrandKey>[2] & { kind: OperatedBrandKey['kind'] },
  { secret }: KeyDeps,
): Promise<{ id: string; key?: string }> {
  if (kind === 'signing') return await createSigningKey(tx, actor, input, secret)
  if (kind === 'secret') return await createBrandKey(tx, actor, input)
  return await createPixelKey(tx, actor, input)
}

function keyView(row: ListedBrandKey): OperatedBrandKey {
  const { id, kind, label, scopes, usable } = row
  return {
    id,
    kind,
    label,
    scopes,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    successorEndsAt: row.successorEndsAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
    isUsable: usable,
  }
}
