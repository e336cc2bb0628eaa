import { m } from '#console-messages'
import type { LimitEffects } from '#contracts/operator-economy.schemas.ts'
import { formatNumber } from '#console/ui/format.ts'
import { BeforeAfterTable, compareRow } from './before-after-table.tsx'

/** What a change of settings makes of who may buy no more of something; nothing where it changes none of that. */
export function LimitEffectsOf({ limits: { freezes } }: { limits: LimitEffects }) {
  if (!freezes) return null
  return (
    <>
      <h3>{m.economy_freezes()}</h3>
      <BeforeAfterTable
        name="freeze-limit"
        head={m.economy_effect()}
        rows={[compareRow(m.economy_freezes_members(), freezes.before, freezes.after, formatNumber, Number)]}
        cell="number"
      />
    </>
  )
}
