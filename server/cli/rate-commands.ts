import { createInterface } from 'node:readline/promises'
import type { Command } from 'commander'
import type { ExchangeChange, NewRate } from '../modules/exchange/public.ts'
import { listLimit, printHistory } from './print-list.ts'
import { inActOf } from './acting-operator.ts'
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
    .option('--confirm', 'a change of more than 10% is meant')
    .action(async (usdToCrels: string, options: { reason: string; confirm?: boolean }, command: Command) => {
      const { reason, confirm } = options
      const { before } = await setOrAsk(command, { usdToCrels, reason, confirmed: confirm })
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
      .action(async ({ reason }: { reason: string }, command: Command) => {
        const { switchExchange } = await exchange()
        const changed = await inActOf(
          command,
          async (tx, actor) => await switchExchange(tx, actor, { paused, reason }),
        )
        const state = paused ? 'paused' : 'open'
        print(command, { paused, changed }, `The exchange is ${state}${changed ? '' : ', as it was'}`)
      })
}

/** Who sits at a terminal is asked; a program has to say it with `--confirm`. */
async function setOrAsk(command: Command, rate: NewRate): Promise<{ before: string }> {
  const { setRate, LargeRateChange } = await exchange()
  try {
    return await inActOf(command, async (tx, actor) => await setRate(tx, actor, rate))
  } catch (error) {
    if (!(error instanceof LargeRateChange)) throw error
    if (!process.stdin.isTTY)
      throw new Error(`${error.message}; say --confirm if it is meant`, { cause: error })
    const line = createInterface({ input: process.stdin, output: process.stderr })
    const answer = await line.question(`${error.message}. Type the new rate again to set it: `)
    line.close()
    if (answer.trim() !== rate.usdToCrels) throw new Error('The rate was not changed', { cause: error })
    return await inActOf(command, async (tx, actor) => await setRate(tx, actor, { ...rate, confirmed: true }))
  }
}

function changeLine({ at, author, reason, change }: ExchangeChange): string {
  const what =
    'usdToCrels' in change ? `$1 is ${change.usdToCrels} crels` : change.paused ? 'paused' : 'resumed'
  return `${at.toISOString()}  ${what}  ${author}: ${reason}`
}
