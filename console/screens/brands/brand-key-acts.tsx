import { m } from '#console-messages'
import { revokeOperatedBrandKey, rotateOperatedBrandKey } from '#contracts/operator-brand-keys.endpoints.ts'
import type { MadeBrandKey, OperatedBrandKey } from '#contracts/operator-brand-keys.schemas.ts'
import { call } from '#console/platform/api.ts'
import { oneDone } from '#console/ui/act-button.tsx'
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
    preview: (_, { days }) => (
      <p>{Number(days) === 0 ? m.brands_key_rotate_now() : m.brands_key_rotate_preview({ days: days! })}</p>
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

/** Ends a key at once. */
export const revokeKeyAct: RowAct<OperatedBrandKey> = {
  id: 'revoke',
  label: m.brands_key_revoke(),
  look: 'danger',
  permission: 'brand-key.revoke',
  applies: ({ revokedAt }) => revokedAt === null,
  preview: ([key]) => <p>{m.brands_key_revoke_preview({ label: key!.label })}</p>,
  run: async ([key]) => {
    await call(revokeOperatedBrandKey, { params: { id: key!.id } })
    return oneDone(key!.id)
  },
  said: () => m.brands_key_revoked(),
}
