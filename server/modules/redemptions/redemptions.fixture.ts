import { afterAll, beforeAll, expect } from 'vitest'
import type { Wallet } from '#contracts/wallet.schemas.ts'
import { setEconomy } from '#server/modules/economy/public.ts'
import { houseIssued, memberDebt, move, post, reconcile } from '#server/modules/ledger/public.ts'
import type { OperatorActor } from '#server/modules/operators/public.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { newId } from '#server/platform/ids.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { askServer } from '#testing/ask-server.ts'
import type { TestMember } from '#testing/members.ts'
import { testActor } from '#testing/operators.ts'
import { redeem, type Redeemer } from '#testing/redeemers.ts'
import { reconcileRedemptions } from './reconcile-redemptions.ts'
import type { RedemptionDeps } from './redemption-deps.ts'

/** The product that `openApp` opened. */
export let app: TestApp

/**
 * For each test file that has its product from here: opened before its tests; after them its books hold, and it is
 * closed.
 */
export function openApp(): void {
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(async () => {
    expect((await reconcile(app.db)).findings.filter(({ count }) => count > 0)).toEqual([])
    expect(await reconcileRedemptions(app.db)).toEqual([])
    await app.close()
  })
}

interface Answered {
  status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- whatever the endpoint answers, for a test to look at
  body: any
}

export async function call(
  { headers }: { headers: Record<string, string> },
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
): Promise<Answered> {
  const response = await app.server.inject({ method, url: `/api/v1${url}`, headers, payload })
  return { status: response.statusCode, body: response.body === '' ? null : response.json() }
}

export async function wallet(member: Pick<TestMember, 'headers'>): Promise<Wallet> {
  return (await call(member, 'GET', '/wallet')).body as Wallet
}

/** Asks for a redemption of a quote. */
export async function request(
  member: Pick<Redeemer, 'headers' | 'destinationId'>,
  quoteId: string,
): Promise<Answered> {
  return await call(member, 'POST', '/redemptions', { quoteId, destinationId: member.destinationId })
}

/** Use cases of operators with providers of the test's own. */
export function depsWith(providers: RedemptionDeps['providers']): RedemptionDeps {
  return { ...app.redemptionDeps, providers }
}

/** Who decides here. */
export const actor: OperatorActor = { via: 'job', source: 'olga' }

/** A redemption that was asked for and approved; answers its id. */
export async function approved(member: Redeemer, wish?: object): Promise<string> {
  const { id } = await redeem(app, member, wish)
  await app.redemptions.approve({ redemptionId: id, actor })
  return id
}

/** Sets where nothing is paid, for all members. */
export async function blockCountries(value: string[]): Promise<void> {
  await set('redemption.blockedCountries', value)
}

/** Sets one setting of the economy, for all members. */
export async function set(path: string, value: unknown): Promise<void> {
  const settings = [{ path, value }]
  await inTransaction(app.db, async (tx) => await setEconomy(tx, testActor, { settings, reason: 'a test' }))
}

/** Something a member earned is taken back when it is not there any more. */
export async function owe({ party }: Pick<Redeemer, 'party'>, crels = 7): Promise<void> {
  const lines = move(memberDebt(party), houseIssued, crels)
  await inTransaction(app.db, async (tx) => {
    await post(tx, { kind: 'test', scope: 'test', idem: newId('request'), lines })
  })
}

/** Writes what happened to a member's account a while ago, as identity does. */
export async function changedAccount(uid: string, kind: string, ago: string): Promise<void> {
  await askServer(
    app.databaseUrl,
    'insert into identity.security_event (uid, kind, at) values ($1, $2, now() - $3::interval)',
    { values: [uid, kind, ago] },
  )
}
