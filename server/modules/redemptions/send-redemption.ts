import { redemptionStateAfter } from '#rules/redemption-state.ts'
import { authorOf } from '#server/modules/operators/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { conflict, isRepeated, locked, logged, step, type Decision } from './approve-redemption.ts'
import { openDetails } from './destination-secret.ts'
import {
  PROVIDER_TIMEOUT_MS,
  type Payout,
  type PayoutOutcome,
  type PayoutProvider,
} from './payout-provider.ts'
import type { RedemptionDeps } from './redemption-deps.ts'
import { findRedemption, openPayouts, type RedemptionRow } from './redemption-queries.ts'
import { keepPayee, requirePayable } from './require-payable.ts'
import { isFormMissing, noticeMissingForm } from './require-tax-form.ts'
import { requireSecondPerson } from './second-person.ts'
import { recordOutcome, requireOwnRun } from './settle-redemption.ts'

/**
 * Has a provider pay an approved redemption. That it is asked is committed before it is, so a process killed at any
 * moment leaves a payout that is looked up, never one that is sent twice; one that the same operator has it pay already
 * is looked up, too. Throws `forbidden` for one's own and as `requireSecondPerson`, `conflict` for what is not approved or
 * in a payout run, `payouts_paused`, `payouts_frozen`, `debt_open` and `user_disabled` for what came about since it was,
 * `unavailable` where the provider cannot be asked now, and `not_found` for an unknown provider.
 */
export async function sendRedemption(
  db: Db,
  { redemptionId, actor, provider: name }: Decision & { provider: string },
  deps: RedemptionDeps,
): Promise<RedemptionRow> {
  const provider = providerNamed(name, deps)
  await requireReady(db, redemptionId, provider)
  const sinceChanges = await sinceAccountChanges(db, redemptionId, deps)
  const begun = await inTransaction(db, async (tx) => {
    await keepPayee(tx, redemptionId)
    const row = await locked(tx, redemptionId)
    const act = { action: 'redemption.send', row, after: { provider: name } } as const
    if (await isRepeated(tx, actor, { ...act, state: 'sending' })) return null
    await requireSecondPerson(tx, actor, row)
    const state = redemptionStateAfter(row.state, 'send')
    if (state) {
      await requireOwnRun(tx, redemptionId)
      await logged(tx, actor, { ...act, state })
    }
    return await beginSending(tx, row, { author: authorOf(actor), provider, sinceChanges }, deps)
  }).catch(async (error: unknown) => {
    if (isFormMissing(error)) await inTransaction(db, async (tx) => await noticeMissingForm(tx, redemptionId))
    throw error
  })
  if (!begun) return (await lookUp(db, redemptionId, deps)).row
  const outcome = await ask(async () => await provider.send(begun), deps, redemptionId)
  return await inTransaction(db, async (tx) => await recordOutcome(tx, redemptionId, outcome))
}

/**
 * Looks up every payout with an unknown outcome, and those that a followed provider has accepted; answers how many are
 * known now, and of how many that a provider has it said nothing (`unanswered`). A provider that is not configured any
 * more, or fails, does not stop the others. For a job.
 */
export async function lookUpPayouts(
  db: Db,
  deps: RedemptionDeps,
  pageSize = 500,
): Promise<{ asked: number; known: number; unanswered: number }> {
  const round = { asked: 0, known: 0, unanswered: 0 }
  const followed = deps.providers.filter(({ isFollowed }) => isFollowed).map(({ name }) => name)
  for (let after = ''; ;) {
    const page = await openPayouts(db, { followed, after, limit: pageSize })
    for (const { id, provider } of page) {
      try {
        const { row, isAnswered } = await lookUp(db, id, deps)
        round.asked += 1
        if (row.state !== 'sending' || row.providerState !== 'unknown') round.known += 1
        // Of one that it never took a provider has nothing to say: that is in the queue `sending`.
        if (!isAnswered && row.providerState === 'accepted') round.unanswered += 1
      } catch (error) {
        round.unanswered += 1
        deps.log.error({ err: error, redemptionId: id, provider }, 'a payout could not be looked up')
      }
    }
    if (page.length < pageSize) return round
    after = page.at(-1)!.id
  }
}

/**
 * A locked redemption is to be sent from now on; what the provider needs is answered. What is in a file is with its
 * provider.
 */
export async function beginSending(
  tx: Tx,
  row: RedemptionRow,
  {
    author,
    provider,
    sinceChanges,
    isInFile = false,
  }: { author: string; provider: PayoutProvider; sinceChanges: readonly number[]; isInFile?: boolean },
  deps: Pick<RedemptionDeps, 'secret' | 'sanctions'>,
): Promise<Payout> {
  const state = redemptionStateAfter(row.state, 'send')
  if (!state) throw await conflict(tx, row)
  if (!provider.kinds.includes(row.destinationKind))
    throw problem('conflict', { detail: `${provider.name} does not pay to ${row.destinationKind}.` })
  const destination = await requirePayable(tx, row, sinceChanges, deps)
  const providerState = isInFile ? 'accepted' : 'unknown'
  await step(tx, row, { state, author, provider: provider.name, providerState })
  return {
    idempotencyKey: row.id,
    usdCents: row.usdCents,
    destination: openDetails(deps.secret, destination),
  }
}

/** How long ago the account behind a redemption changed, each time. */
export async function sinceAccountChanges(
  db: Db,
  redemptionId: string,
  deps: Pick<RedemptionDeps, 'sinceAccountChanges'>,
): Promise<number[]> {
  const row = await findRedemption(db, redemptionId)
  if (!row) throw problem('not_found', { detail: 'There is no such redemption.' })
  return await deps.sinceAccountChanges(row.uid)
}

/** Before anything is said to be sent: what a provider that cannot be asked never took would wait for a person. */
async function requireReady(db: Db, redemptionId: string, provider: PayoutProvider): Promise<void> {
  if (!provider.prepare || (await findRedemption(db, redemptionId))?.state !== 'approved') return
  try {
    await provider.prepare()
  } catch (cause) {
    throw problem('unavailable', {
      detail: `${provider.name} cannot be asked now, and nothing was sent: ${(cause as Error).message}`,
      cause,
    })
  }
}

async function lookUp(
  db: Db,
  redemptionId: string,
  deps: RedemptionDeps,
): Promise<{ row: RedemptionRow; isAnswered: boolean }> {
  const { provider: name, reference } = (await findRedemption(db, redemptionId))!
  const provider = providerNamed(name!, deps)
  const outcome = await ask(async () => await provider.lookUp(redemptionId, reference), deps, redemptionId)
  const row = await inTransaction(db, async (tx) => await recordOutcome(tx, redemptionId, outcome))
  return { row, isAnswered: outcome.state !== 'unknown' }
}

/** What the provider says, or that it is not known: it threw, or took too long. */
async function ask(
  question: () => Promise<PayoutOutcome>,
  { log, providerTimeoutMs = PROVIDER_TIMEOUT_MS }: Pick<RedemptionDeps, 'log' | 'providerTimeoutMs'>,
  redemptionId: string,
): Promise<PayoutOutcome> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<PayoutOutcome>((resolve) => {
    timer = setTimeout(() => {
      log.warn({ redemptionId }, 'payout unknown: its provider took too long')
      resolve({ state: 'unknown' })
    }, providerTimeoutMs)
  })
  try {
    return await Promise.race([question(), tooLate])
  } catch (error) {
    log.warn({ err: error, redemptionId }, 'payout unknown')
    return { state: 'unknown' }
  } finally {
    clearTimeout(timer)
  }
}

function providerNamed(name: string, { providers }: Pick<RedemptionDeps, 'providers'>): PayoutProvider {
  const provider = providers.find((one) => one.name === name)
  if (!provider) throw problem('not_found', { detail: `There is no provider ${name}.` })
  return provider
}
