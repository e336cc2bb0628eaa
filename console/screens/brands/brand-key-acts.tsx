import { m } from '#console-messages'
import { revokeOperatedBrandKey, rotateOperatedBrandKey } from '#contracts/operator-brand-keys.endpoints.ts'
import type { MadeBrandKey, OperatedBrandKey } from '#contracts/operator-brand-keys.schemas.ts'
import { call } from '#console/platform/api.ts'
import { oneDone } from '#console/ui/act-button.tsx'
import { formatAge, formatDateTime } from '#console/ui/format.ts'
import type { RowAct } from '#console/ui/table/row-act.ts'

/** Replaces a key; the old one works on for some days. */
export function rotateKeyAct(onMade: (key: MadeBrandKey) => void): RowAct<OperatedBrandKey> {
  return {
    id: 'rotate',
    label: m.brands_key_rotate(),
    look: 'quiet',
    permission: 'brand-key.rotate',
    applies: ({ isUsable }) => isUsable,
    fields: [{ kind: 'number', name: 'days', label: m.brands_key_overlap(), min: 0, max: 365, initial: 7 }],
    preview: ([key], { days }) => (
      <>
        <p>{keyUse(key!.label, key!.lastUsedAt)}</p>
        <p>
          {key!.successorEndsAt === null
            ? m.brands_key_rotate_endless()
            : m.brands_key_rotate_ends({ time: formatDateTime(key!.successorEndsAt) })}
        </p>
        <p>{Number(days) === 0 ? m.brands_key_rotate_now() : m.brands_key_rotate_preview({ days: days! })}</p>
      </>
    ),
    run: async ([key], _, { days }) => {
      onMade(
        await call(rotateOperatedBrandKey, {
          params: { id: key!.id },
          body: { overlapDays: Number(days) },
        }),
      )
      return oneDone(key!.id)
    },
    said: () => m.brands_key_rotated(),
  }
}

/** Ends a key at once; `keys` are all of its brand. */
export function revokeKeyAct(keys: readonly OperatedBrandKey[]): RowAct<OperatedBrandKey> {
  return {
    id: 'revoke',
    label: m.brands_key_revoke(),
    look: 'danger',
    permission: 'brand-key.revoke',
    applies: ({ revokedAt }) => revokedAt === null,
    preview: ([key]) => <RevokeReach ended={key!} keys={keys} />,
    run: async ([key]) => {
      await call(revokeOperatedBrandKey, { params: { id: key!.id } })
      return oneDone(key!.id)
    },
    said: () => m.brands_key_revoked(),
  }
}

/** How lately the key was used, and whether the brand has another that works for the same. */
function RevokeReach({ ended, keys }: { ended: OperatedBrandKey; keys: readonly OperatedBrandKey[] }) {
  const { id, label, lastUsedAt, scopes } = ended
  const others = keys.filter(
    (key) => key.id !== id && key.isUsable && scopes.every((scope) => key.scopes.includes(scope)),
  )
  return (
    <>
      <p>{keyUse(label, lastUsedAt)}</p>
      <p>{m.brands_key_revoke_preview()}</p>
      <p>
        {others.length === 0
          ? m.brands_key_revoke_last({ scopes: scopes.join(', ') })
          : m.brands_key_revoke_others({
              count: others.length,
              labels: others.map((key) => key.label).join(', '),
            })}
      </p>
    </>
  )
}

function keyUse(label: string, lastUsedAt: string | null): string {
  return lastUsedAt === null
    ? m.brands_key_was_unused({ label })
    : m.brands_key_was_used({ label, age: formatAge(lastUsedAt), time: formatDateTime(lastUsedAt) })
}
