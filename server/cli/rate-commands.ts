import { createInterface } from 'node:readline/promises'
import type { Command } from 'commander'
import type { ExchangeChange, ExchangeReach, NewRate } from '../modules/exchange/public.ts'
import { listLimit, printHistory } from './print-list.ts'
import { dollars, grouped } from '../platform/shown-amounts.ts'
import type { OperatorActor } from '../modules/operators/public.ts'
import type { Tx } from '../platform/database.ts'
import { inActOf, inConfirmedActOf } from './acting-operator.ts'
import { reasoned } from './read-reason.ts'
import { print, withDb } from './with-app.ts'

const exchange = async () => await import('../modules/exchange/public.ts')

/** `crels rate show|set|history|pause|resume` */
export function rateCommands(program: Command): void {
  const rate = program.command('rate').description('The exchange between crels and US dollars.')
  rate
    .command('show')
    .description('Show the rate in force, and whether the exchange is open.')
    .action(async (_, command: Command) => {
      const { exchangeNow } = await exchange()
      const now = await withDb(async (db) => await exchangeNow(db))
      const answer = { usdToCrels: now.usdToCrels, setAt: now.setAt.toISOString(), paused: now.paused }
      print(
        command,
        answer,
        `$1 is ${now.usdToCrels} crels since ${answer.setAt}; the exchange is ${now.paused ? 'paused' : 'open'}`,
      )
    })
  reasoned(rate.command('set <usdToCrels>'))
    .description('Set how many crels one US dollar is worth, from now on; more than 10% asks again.')
    .option('--yes', 'do it without asking, unless the change is of more than 10%')
    .option('--confirm', 'do it without asking, also where the change is of more than 10%')
    .action(async (usdToCrels: string, options: SetOptions, command: Command) => {
      const { reason, yes, confirm: confirmed } = options
      const rate = { usdToCrels, reason, confirmed }
      const { before } = await setOrAsk(command, rate, { yes: yes || confirmed })
      print(command, { before, usdToCrels }, `$1 is ${usdToCrels} crels; it was ${before}`)
    })
  rate
    .command('history')
    .description('Every change of the rate and every pause, newest first.')
    .option('--limit <count>', 'how many at most', '50')
    .action(async ({ limit }: { limit: string }, command: Command) => {
      const { exchangeHistory } = await exchange()
      const shown = listLimit(limit)
      const changes = await withDb(async (db) => await exchangeHistory(db, shown + 1))
      printHistory(command, changes, changeLine, shown)
    })
  for (const paused of [true, false])
    reasoned(rate.command(paused ? 'pause' : 'resume'))
      .description(
        paused
          ? 'Stop quotes and redemptions; every quote is void. What is under way goes on.'
          : 'Open the exchange again.',
      )
      .option('--yes', 'do it without asking')
      .action(async ({ reason, yes }: { reason: string; yes?: boolean }, command: Command) => {
        const { reachOfExchange, switchExchange } = await exchange()
        const changed = await inConfirmedActOf(
          command,
          {
            reach: reachOfExchange,
            act: async (tx, actor) => await switchExchange(tx, actor, { paused, reason }),
            lines: ({ crels, quotes }, would) =>
              would
                ? [
                    paused
                      ? `Pausing voids ${grouped(quotes)} quotes, and stops redemptions until the exchange is resumed`
                      : `Resuming lets members exchange again; they have ${grouped(crels)} crels`,
                  ]
                : [],
          },
          { yes },
        )
        const state = paused ? 'paused' : 'open'
        print(command, { paused, changed }, `The exchange is ${state}${changed ? '' : ', as it was'}`)
      })
}

interface SetOptions {
  reason: string
  yes?: boolean
  confirm?: boolean
}

/**
 * Shows what a new rate does to what members have, and sets it once that is agreed to. Of a change of more than 10% a
 * person at a terminal types the rate again, and a program says `--confirm`.
 */
async function setOrAsk(
  command: Command,
  rate: NewRate,
  options: { yes?: boolean },
): Promise<{ before: string }> {
  const { LargeRateChange, reachOfExchange, setRate } = await exchange()
  const setTo = (given: NewRate) => async (tx: Tx, actor: OperatorActor) => await setRate(tx, actor, given)
  const after = rate.usdToCrels
  try {
    return await inConfirmedActOf(
      command,
      {
        reach: reachOfExchange,
        act: setTo(rate),
        lines: (reach, { before }) =>
          Number(before) === Number(after) ? [] : [worthLine(reach, before, after)],
      },
      options,
    )
  } catch (error) {
    if (!(error instanceof LargeRateChange)) throw error
    if (!process.stdin.isTTY)
      throw new Error(`${error.message}; say --confirm if it is meant`, { cause: error })
    process.stderr.write(`${worthLine(await withDb(reachOfExchange), error.before, after)}\n`)
    const line = createInterface({ input: process.stdin, output: process.stderr })
    const answer = await line.question(`${error.message}. Type the new rate again to set it: `)
    line.close()
    if (answer.trim() !== after) throw new Error('The rate was not changed', { cause: error })
    return await inActOf(command, setTo({ ...rate, confirmed: true }))
  }
}

/** What all crels of members are worth before and after, and the quotes that a new rate leaves as they are. */
function worthLine({ crels, quotes }: ExchangeReach, before: string, after: string): string {
  const worth = (rate: string) => dollars(Math.floor((crels * 100) / Number(rate)))
  return `Members have ${grouped(crels)} crels: ${worth(before)} at ${before} crels for $1, ${worth(after)} at ${after}; ${grouped(quotes)} quotes keep the old rate`
}

function changeLine({ at, author, reason, change }: ExchangeChange): string {
  const what =
    'usdToCrels' in change ? `$1 is ${change.usdToCrels} crels` : change.paused ? 'paused' : 'resumed'
  return `${at.toISOString()}  ${what}  ${author}: ${reason}`
}
