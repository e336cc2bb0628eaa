import { isPayoutTerm } from '#rules/economy-permissions.ts'
import { economyChanges, withSettings, type EconomyRow } from '#rules/economy.ts'
import { mayOperate } from '#rules/operator-permissions.ts'
import { authorOf, operate, type OperatorActor } from '#server/modules/operators/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { currentVersion, insertVersion, lockEconomy, type EconomyVersion } from './economy-queries.ts'
import { readEconomyValues } from './economy-values.ts'

export interface EconomyChange {
  settings: readonly EconomyRow[]
  reason: string
}

/**
 * Changes settings for what comes after; what was granted stays as it was. Answers the new version, or the one in force
 * when nothing differs. Throws `validation_failed`, `forbidden`, also where it would change what a payout needs and the
 * operator may not approve one, and RangeError for a setting that there is not.
 */
export async function setEconomy(
  tx: Tx,
  actor: OperatorActor,
  { settings, reason }: EconomyChange,
): Promise<Omit<EconomyVersion, 'setAt'>> {
  await lockEconomy(tx)
  const current = await currentVersion(tx)
  const economy = readEconomyValues(withSettings(current.economy, settings))
  const changes = economyChanges(current.economy, economy)
  if (changes.length === 0) return current
  requireMaySet(actor, changes)
  const valuesOf = (key: 'before' | 'after') => Object.fromEntries(changes.map((row) => [row.path, row[key]]))
  await operate(tx, actor, {
    action: 'economy.set',
    target: 'economy',
    before: valuesOf('before'),
    after: valuesOf('after'),
    reason,
  })
  const next = { version: current.version + 1, economy, author: authorOf(actor), reason }
  await insertVersion(tx, next)
  return next
}

/** Throws `forbidden` where what payouts need would change, for a role that does not approve them. */
function requireMaySet(actor: OperatorActor, changes: readonly { path: string }[]): void {
  if (actor.via === 'job' || mayOperate(actor.role, 'redemption.approve')) return
  const terms = changes.filter(({ path }) => isPayoutTerm(path))
  if (terms.length > 0)
    throw problem('forbidden', {
      detail: `The role ${actor.role} does not change what payouts need: ${terms.map(({ path }) => path).join(', ')}.`,
    })
}
