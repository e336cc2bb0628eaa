import * as fc from 'fast-check'
import { dateIn, slotMs, zoneAt } from './model-check-in.fixture.ts'
import { hourMs, nextMonthAt } from './model.fixture.ts'
import { quote, quoteAll, refundOf, sell } from './money-commands.fixture.ts'
import { cancel, decideOn, request } from './redemption-commands.fixture.ts'
import {
  anyone,
  checkInAfter,
  claim,
  habitOf,
  invite,
  moveTo,
  spend,
  undo,
  unlocked,
  wait,
} from './reward-commands.fixture.ts'
import { command, inTurn, setClock } from './world.fixture.ts'

/** What chance alone would hardly bring about: the commands that lead to a refusal which few ever meet. */

const rich = fc.constantFrom(0, 0, 1)

/** What was sold and redeemed is refunded: a debt, beside which nothing is approved, and nothing redeemed. */
const owing = rich.map((who) =>
  inTurn(
    sell(who, 1_000_00),
    ...unlocked,
    quoteAll(who),
    request(who, 0),
    refundOf(0, null),
    decideOn(0, 'approve', 'paid'),
    decideOn(0, 'reject', 'paid'),
    quoteAll(who),
    request(who, 0),
  ),
)

/** Three are taken back within thirty days. */
const wavering = rich.map((who) =>
  inTurn(...[0, 1, 2].flatMap(() => [quote(who, { crels: 300 }), request(who, 0), cancel(0)])),
)

const undoingTwice = fc
  .tuple(anyone, fc.boolean())
  .map(([who, hasMoreTime]) => inTurn(spend(who, 5), undo(who, 0, hasMoreTime), undo(who, 0, !hasMoreTime)))

/** What was spent has expired by the time it is given back. */
const undoingLate = anyone.map((who) => inTurn(spend(who, 5), wait(367 * 24), undo(who, 0, true)))

const nextMonth = () =>
  command('wait for the next month', async (model) => {
    model.now = nextMonthAt(model.now) + 2 * hourMs + (model.now % hourMs)
    await setClock(model.now)
  })

/** The prize of a month, and the next one's on its first day. */
const holdingOn = rich.map((who) =>
  inTurn(wait(31 * 24), claim(who, 'holder-prize'), nextMonth(), claim(who, 'holder-prize')),
)

/** Checks in late in the evening, and travels far to the east, where the next day has begun. */
const travelling = fc.constantFrom(0, 1, 2).map((who) =>
  inTurn(
    wait(31 * 24),
    command(`wait for the evening of ${who}`, async (model) => {
      const { zone } = zoneAt(model.members[who]!, model.now)
      const date = dateIn(zone, model.now)
      let midnight = Math.ceil(model.now / slotMs) * slotMs
      while (dateIn(zone, midnight) === date) midnight += slotMs
      model.now = Math.max(
        model.now,
        Math.floor(midnight / hourMs) * hourMs - 2 * hourMs + (model.now % hourMs),
      )
      await setClock(model.now)
    }),
    checkInAfter(who, 0),
    moveTo(who, 'Pacific/Kiritimati'),
    checkInAfter(who, 3),
    checkInAfter(who, 12),
  ),
)

/**
 * The last invited by the first, who does all that is asked: where the two share a payout destination, it goes under
 * review.
 */
const befriending = fc.constantFrom(2, 2, 1).map((who) => inTurn(invite(who, 0), habitOf(who, 7)))

export const rarities = [owing, wavering, undoingTwice, undoingLate, holdingOn, travelling, befriending]
