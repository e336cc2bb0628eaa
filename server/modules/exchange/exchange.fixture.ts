import { afterAll, beforeAll, expect } from 'vitest'
import type { Quote } from '#contracts/exchange.schemas.ts'
import { reconcile } from '#server/modules/ledger/public.ts'
import { shiftClock } from '#server/platform/clock.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { setRate } from './set-rate.ts'
import { switchExchange } from './switch-exchange.ts'
import { testActor } from '#testing/operators.ts'

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
    await app.close()
  })
}

export interface Caller {
  headers: Record<string, string>
}

/** Asks for a quote; answers status and body. */
export async function askQuote(
  { headers }: Caller,
  payload: object,
): Promise<{ status: number; body: Quote & { code?: string } }> {
  const response = await app.server.inject({
    method: 'POST',
    url: '/api/v1/exchange/quotes',
    headers,
    payload,
  })
  return { status: response.statusCode, body: response.json() }
}

export async function rateIs(usdToCrels: string): Promise<void> {
  await app.db
    .transaction()
    .execute(async (tx) => await setRate(tx, testActor, { usdToCrels, reason: 'a test', confirmed: true }))
}

export async function pause(paused: boolean): Promise<boolean> {
  return await app.db
    .transaction()
    .execute(async (tx) => await switchExchange(tx, testActor, { paused, reason: 'a test' }))
}

/** Domain time goes on. */
export async function advanceClock(interval: string): Promise<void> {
  await shiftClock(app.db, interval)
  await app.clock.follow(app.db)
}
