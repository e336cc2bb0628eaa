import * as fc from 'fast-check'
import { expect } from 'vitest'
import { testActor } from '#testing/operators.ts'
import { app } from '../modules/conversions/conversions.fixture.ts'
import { redemptionOperations } from '../modules/redemptions/public.ts'
import { newId } from '../platform/ids.ts'
import { lookUpPayouts } from '../modules/redemptions/send-redemption.ts'
import { quote, recent, wishes } from './money-commands.fixture.ts'
import { redemptionRefusals } from './model-money.fixture.ts'
import { dayMs, moveAvailable, type Model, type ModelRedemption } from './model.fixture.ts'
import { anyone, outcomeOf } from './reward-commands.fixture.ts'
import { call, command, inTurn, recordOutcome, send, type World } from './world.fixture.ts'

export const request = (who: number, nth: number) =>
  command(`${who} redeems quote ${nth}`, async (model, world) => {
    const member = model.members[who]!
    const index = member.quotes.length - 1 - nth
    const quote = member.quotes[index]
    if (member.left || !quote) return
    const reasons = redemptionRefusals(model, who, index)
    const { destinationId } = world.members[who]!
    const asked = { quoteId: quote.id, destinationId }
    const { status, body } = await send(world, world.members[who]!, '/api/v1/redemptions', asked, {
      replay: { ...asked, quoteId: newId('quote') },
    })
    recordOutcome('redeem', status === 201 ? null : body.code)
    if (reasons.length > 0) return expect(reasons, JSON.stringify(body)).toContain(body.code)
    expect(status, JSON.stringify(body)).toBe(201)
    quote.used = true
    member.reserved += quote.crels
    const common = { member: who, crels: quote.crels, reference: null, accepted: false, sentAt: null }
    model.redemptions.push({ ...common, id: body.id, state: 'requested' })
  })

export const requesting = fc
  .tuple(anyone, fc.constantFrom(0, 1), fc.option(wishes), fc.option(wishes))
  .map(([who, nth, ...asked]) =>
    inTurn(...asked.filter((wish) => wish !== null).map((wish) => quote(who, wish)), request(who, nth)),
  )

/** A quote that is redeemed at once, as most are. */
export const redeeming = fc
  .tuple(anyone, wishes)
  .map(([who, wish]) => inTurn(quote(who, wish), request(who, 0)))

/** The crels of a redemption are the member's again, or gone for good. */
function end(model: Model, one: ModelRedemption, state: 'paid' | 'rejected' | 'failed' | 'cancelled'): void {
  const member = model.members[one.member]!
  one.state = state
  member.reserved -= one.crels
  if (state === 'paid') return moveAvailable(member, -one.crels, model.now)
  fillDebt(model, one)
}

/** A payment came back: what was gone for good is the member's again. */
function comeBack(model: Model, one: ModelRedemption): void {
  one.state = 'returned'
  moveAvailable(model.members[one.member]!, one.crels, model.now)
  fillDebt(model, one)
}

/** What is owed is filled from what came back. */
function fillDebt(model: Model, one: ModelRedemption): void {
  const member = model.members[one.member]!
  const free = member.available - member.reserved
  const filled = free < member.debt ? free : member.debt
  member.debt -= filled
  if (filled === 0n) return
  recordOutcome('return', 'debt_filled')
  moveAvailable(member, -filled, model.now)
}

export const cancel = (nth: number) =>
  command(`cancel redemption ${nth}`, async (model, world) => {
    const one = model.redemptions.at(-1 - nth)
    if (!one || model.members[one.member]!.left) return
    const { cancels } = model.members[one.member]!
    const isLimited = cancels.filter((at) => at > model.now - 30 * dayMs).length >= 2
    const refused =
      one.state === 'cancelled'
        ? null
        : one.state !== 'requested'
          ? 'not_cancellable'
          : isLimited
            ? 'cancel_limit'
            : null
    const { status, body } = await call(
      world.members[one.member]!,
      'POST',
      `/api/v1/redemptions/${one.id}/cancel`,
    )
    recordOutcome('cancel', refused)
    expect(status === 200 ? null : body.code).toBe(refused)
    if (refused || one.state === 'cancelled') return
    end(model, one, 'cancelled')
    cancels.push(model.now)
  })

export const cancelling = recent.map(cancel)

const answers = ['paid', 'accepted', 'failed', 'unknown', 'unknown'] as const
type ProviderAnswer = (typeof answers)[number]

function script({ provider }: World, answer: ProviderAnswer): void {
  if (answer === 'paid') provider.answers = { state: 'paid', reference: 'S-1' }
  else if (answer === 'accepted') provider.answers = { state: 'accepted', reference: null }
  else if (answer === 'failed') provider.answers = { state: 'failed', reason: 'It came back.' }
  else provider.answers = null
}

function hear(model: Model, one: ModelRedemption, answer: ProviderAnswer): void {
  if (answer === 'accepted') one.accepted = true
  if (answer === 'paid') one.reference = 'S-1'
  if (answer === 'paid' || answer === 'failed') end(model, one, answer)
}

const decisions = [
  'approve',
  'approve',
  'approve',
  'reject',
  'send',
  'send',
  'send',
  'pay',
  'fail',
  'return',
] as const

/** An operator decides, and a provider answers or does not. */
export const decideOn = (nth: number, decision: (typeof decisions)[number], answer: ProviderAnswer) =>
  command(`${decision} redemption ${nth} (${answer})`, async (model, world) => {
    const one = model.redemptions.at(-1 - nth)
    if (!one || model.members[one.member]!.left) return
    script(world, answer)
    const operations = redemptionOperations(app.db, { ...app.redemptionDeps, providers: [world.provider] })
    const named = {
      redemptionId: one.id,
      actor: testActor,
      reason: 'No.',
      reference: 'M-1',
      provider: 'scripted',
    }
    const expected = decide(model, one, decision, answer)
    const { refused } = await outcomeOf(async () => await operations[decision](named))
    recordOutcome(decision, refused)
    expect(refused).toBe(expected)
    const { state } = await operations.show(one.id)
    expect(state).toBe(one.state)
    // Asked once, however often an operator sends it.
    expect(world.provider.asked.filter((id) => id === one.id).length).toBeLessThanOrEqual(1)
  })

export const deciding = fc
  .tuple(recent, fc.constantFrom(...decisions), fc.constantFrom(...answers))
  .map(([nth, what, answer]) => decideOn(nth, what, answer))

export const paying = fc
  .tuple(recent, fc.constantFrom(...answers))
  .map(([nth, answer]) => inTurn(decideOn(nth, 'approve', answer), decideOn(nth, 'send', answer)))

/** One that goes the whole way: what is refunded later was spent. */
export const paidOut = fc
  .tuple(fc.constantFrom(0, 0, 1), fc.integer({ min: 300, max: 10_000 }), fc.constantFrom(...answers))
  .map(([who, crels, answer]) =>
    inTurn(
      quote(who, { crels }),
      request(who, 0),
      decideOn(0, 'approve', answer),
      decideOn(0, 'send', answer),
    ),
  )

/** The model's side of it: why it is refused, or null. */
function decide(
  model: Model,
  one: ModelRedemption,
  decision: (typeof decisions)[number],
  answer: ProviderAnswer,
): string | null {
  const isAgain =
    (decision === 'approve' && one.state === 'approved') ||
    (decision === 'reject' && one.state === 'rejected') ||
    (decision === 'fail' && one.state === 'failed') ||
    (decision === 'return' && one.state === 'returned') ||
    (decision === 'pay' && one.state === 'paid' && one.reference === 'M-1')
  if (isAgain) return null
  if (decision === 'approve' && one.state === 'requested') {
    if (model.members[one.member]!.debt > 0n) return 'debt_open'
    one.state = 'approved'
  } else if (decision === 'reject' && one.state === 'requested') end(model, one, 'rejected')
  else if (decision === 'send' && (one.state === 'approved' || one.state === 'sending')) {
    if (one.state === 'approved' && model.members[one.member]!.debt > 0n) return 'debt_open'
    one.state = 'sending'
    one.sentAt ??= model.now
    hear(model, one, answer)
  } else if (decision === 'pay' && one.state === 'sending') {
    one.reference = 'M-1'
    end(model, one, 'paid')
  } else if (decision === 'fail' && (one.state === 'approved' || one.state === 'sending'))
    end(model, one, 'failed')
  else if (decision === 'return' && one.state === 'paid') comeBack(model, one)
  else return 'conflict'
  return null
}

/** What is not known for a minute is looked up, and never sent again. */
export const lookingUp = fc.constantFrom(...answers).map((answer) =>
  command(`look up payouts (${answer})`, async (model, world) => {
    script(world, answer)
    for (const one of model.redemptions)
      if (one.state === 'sending' && !one.accepted && one.sentAt! < model.now - 60_000)
        hear(model, one, answer)
    await lookUpPayouts(app.db, { ...app.redemptionDeps, providers: [world.provider] })
    recordOutcome('look up', answer)
  }),
)
