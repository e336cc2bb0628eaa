import { expect, test } from 'vitest'
import { lockMember, setMemberState } from '#server/modules/accounts/public.ts'
import {
  houseIssued,
  lockAccounts,
  memberAvailable,
  memberDebt,
  move,
  post,
} from '#server/modules/ledger/public.ts'
import { switchFeature } from '#server/modules/pauses/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { newId } from '#server/platform/ids.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { untilBlocked } from '#testing/blocked-sessions.ts'
import { createRedeemer, type Redeemer } from '#testing/redeemers.ts'
import { actor, app, approved, openApp } from './redemptions.fixture.ts'
import { stopPayouts } from './stop-payouts.ts'

openApp()

const turn = async (tx: Tx, paused: boolean) =>
  await switchFeature(tx, actor, { feature: 'payout', paused, reason: 'The books are looked at' })

const hindrances: Record<string, (tx: Tx, member: Redeemer) => Promise<unknown>> = {
  payouts_paused: async (tx) => await turn(tx, true),
  user_disabled: async (tx, { uid }) => {
    await lockMember(tx, uid)
    await setMemberState(tx, uid, 'disabled')
  },
  payouts_stopped: async (tx, { uid }) =>
    await stopPayouts(tx, actor, { uid, days: 3, reason: 'A call' }, app.redemptionDeps),
  debt_open: async (tx, { party }) => {
    await lockAccounts(tx, [memberAvailable(party), memberDebt(party)])
    const lines = move(memberDebt(party), houseIssued, 7)
    await post(tx, { kind: 'test', scope: 'test', idem: newId('request'), lines })
  },
}

test.each(Object.entries(hindrances))(
  'a payment that begins beside what refuses it with %s waits for that',
  async (code, hinder) => {
    const member = await createRedeemer(app)
    const redemptionId = await approved(member)
    const { sending } = await app.db.transaction().execute(async (tx) => {
      await hinder(tx, member)
      const sent = app.redemptions.send({ redemptionId, actor, provider: 'manual' })
      sent.catch(() => undefined)
      await Promise.race([sent, untilBlocked(app.db)])
      // Not awaited: it goes on once this transaction is over.
      return { sending: sent }
    })
    await expect(sending).rejects.toMatchObject({ code })
    expect((await app.redemptions.show(redemptionId)).state).toBe('approved')
    if (code === 'payouts_paused') await inTransaction(app.db, async (tx) => await turn(tx, false))
  },
)
