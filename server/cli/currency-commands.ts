import type { Command } from 'commander'
import type { CurrencyRate } from '../modules/exchange/public.ts'
import { inActOf } from './acting-operator.ts'
import { readTextFile } from './read-input.ts'
import { print, withDb } from './with-app.ts'
import { utcDate } from '#rules/utc-date.ts'

const exchange = async () => await import('../modules/exchange/public.ts')

/** `crels currency list|set|import` */
export function currencyCommands(program: Command): void {
  const currency = program
    .command('currency')
    .description('What other currencies are worth on a day, for sales that brands report in them.')
  currency
    .command('list')
    .description('Each currency with the last day it has a rate for, and rates of days to come.')
    .action(async (_, command: Command) => {
      const { listCurrencyRates } = await exchange()
      const { databaseNow } = await import('../platform/clock.ts')
      const { found, today } = await withDb(async (db) => {
        const now = utcDate(await databaseNow(db))
        return { found: await listCurrencyRates(db, now), today: now }
      })
      const rates = found.map(({ currency: code, day, usdPerUnit }) => ({ currency: code, day, usdPerUnit }))
      print(
        command,
        rates,
        rates.map(
          ({ currency: code, day, usdPerUnit }) =>
            `${day}  1 ${code} is $${usdPerUnit}${day > today ? ' from that day on' : ''}`,
        ),
      )
    })
  currency
    .command('set <currency> <usdPerUnit>')
    .description('Say how many US dollars one unit of a currency is worth on a day.')
    .option('--day <YYYY-MM-DD>', 'the day (UTC); today unless given')
    .action(async (code: string, usdPerUnit: string, { day }: { day?: string }, command: Command) => {
      const { setCurrencyRates } = await exchange()
      const { databaseNow } = await import('../platform/clock.ts')
      const rate = await inActOf(command, async (tx, actor) => {
        const today = utcDate(await databaseNow(tx))
        const said: CurrencyRate = { currency: code, day: day ?? today, usdPerUnit }
        await setCurrencyRates(tx, actor, { rates: [said] })
        return said
      })
      print(command, rate, `1 ${code} is $${usdPerUnit} on ${rate.day}`)
    })
  currency
    .command('import <file>')
    .description(
      'Set many: lines of day,currency,usdPerUnit (CSV; - is standard input). All of them or none.',
    )
    .action(async (file: string, _, command: Command) => {
      const { setCurrencyRates } = await exchange()
      const rates = linesOf(await readTextFile(file))
      const answer = await inActOf(command, async (tx, actor) => await setCurrencyRates(tx, actor, { rates }))
      print(command, answer, `${answer.set} rates`)
    })
}

/** A first line of names is passed over. */
function linesOf(content: string): CurrencyRate[] {
  const lines = content.split(/\r?\n/).filter((line) => line.trim() !== '')
  if (/^day\s*,/i.test(lines[0] ?? '')) lines.shift()
  return lines.map((line) => {
    const [day = '', currency = '', usdPerUnit = ''] = line.split(',').map((cell) => cell.trim())
    return { day, currency, usdPerUnit }
  })
}
