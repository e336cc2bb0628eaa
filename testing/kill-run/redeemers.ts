import type { Quote } from '#contracts/exchange.schemas.ts'
import type { Destination, Redemption } from '#contracts/redemptions.schemas.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Chance } from './chance.ts'
import { Client, unexpected, type Load } from './client.ts'
import { askAs, type Person } from './people.ts'

/** A member who has crels and somewhere to be paid to. */
export interface Redeemer extends Person {
  destinationId: string
}

const post = (path: string, body: unknown, key: string) => ({
  method: 'POST' as const,
  path,
  body,
  headers: { 'idempotency-key': key },
})

/** A member asks for quotes, redeems most of them, and cancels some redemptions while they are requested. */
export async function redeemAgain(
  load: Load,
  chance: Chance,
  { person, nextId }: { person: Redeemer; nextId(kind: string): string },
): Promise<void> {
  const client = new Client(load)
  // At least one each, however short the run.
  for (let redeemed = 0; !load.ending.aborted || redeemed === 0;) {
    const wish = chance.happens(0.5)
      ? { crels: chance.whole(300, 5_000) }
      : { usdCents: chance.whole(2_000, 30_000) }
    const quote = await askForQuote(client, person, wish, nextId('quote'))
    const redemption = chance.happens(0.8) ? await redeem(client, person, quote, nextId('redeem')) : null
    if (redemption) redeemed += 1
    if (redemption && chance.happens(0.1)) await cancel(client, person, redemption, nextId('cancel'))
    await sleep(50)
  }
  client.close()
}

/** Adds a destination; it can be used a day later. */
export async function addDestination(client: Client, person: Person): Promise<Redeemer> {
  const to = { kind: 'paypal', email: person.email }
  const question = { method: 'POST' as const, path: '/api/v1/payout-destinations', body: to }
  const heard = await askAs(client, person, question)
  // Added once: a second request gets the same one.
  if (heard.status !== 201 && heard.status !== 200) throw unexpected(question, heard)
  return Object.assign(person, { destinationId: (JSON.parse(heard.body) as Destination).id })
}

async function askForQuote(client: Client, person: Person, wish: object, key: string): Promise<Quote> {
  const question = post('/api/v1/exchange/quotes', wish, key)
  const heard = await askAs(client, person, question)
  if (heard.status !== 201) throw unexpected(question, heard)
  const quote = JSON.parse(heard.body) as Quote
  client.load.journal.quotes.set(quote.id, quote)
  return quote
}

/** Redeems a quote, unless the clock was moved past it in between. */
async function redeem(
  client: Client,
  person: Redeemer,
  { id: quoteId }: Quote,
  key: string,
): Promise<Redemption | null> {
  const { journal } = client.load
  const question = post('/api/v1/redemptions', { quoteId, destinationId: person.destinationId }, key)
  journal.underWay.add(quoteId)
  const heard = await askAs(client, person, question)
  journal.underWay.delete(quoteId)
  if (heard.status !== 201) {
    // Forgotten, where the clock was moved by more than a week.
    const isForgotten = heard.status === 404 && heard.body.includes('no such quote')
    if (isForgotten || heard.body.includes('"quote_expired"')) return null
    throw unexpected(question, heard)
  }
  const redemption = JSON.parse(heard.body) as Redemption
  journal.redemptions.set(quoteId, redemption)
  return redemption
}

/** Takes a redemption back: twice in thirty days, as the clock moves. */
async function cancel(client: Client, person: Person, redemption: Redemption, key: string): Promise<void> {
  const { journal } = client.load
  const question = post(`/api/v1/redemptions/${redemption.id}/cancel`, {}, key)
  journal.underWay.add(redemption.id)
  const heard = await askAs(client, person, question)
  if (heard.status === 200) redemption.state = 'cancelled'
  else if (!heard.body.includes('"cancel_limit"')) throw unexpected(question, heard)
  journal.underWay.delete(redemption.id)
}
