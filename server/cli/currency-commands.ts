import type { Command } from 'commander'
import type { CurrencyRate } from '../modules/exchange/public.ts'
import type { Db } from '../platform/database.ts'
import { inConfirmedActOf } from './acting-operator.ts'
import { currencyLines, touchedBy } from './currency-lines.ts'
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
      const { found, today } = await withDb(async (db) => {
        const now = await todayOf(db)
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
    .description(
      'Say how many US dollars one unit of a currency is worth on a day. It says what that touches, and asks.',
    )
    .option('--day <YYYY-MM-DD>', 'the day (UTC); today unless given')
    .option('--yes', 'do it without asking')
    .action(
      async (
        code: string,
        usdPerUnit: string,
        { day, yes }: { day?: string; yes?: boolean },
        command: Command,
      ) => {
        const rate = { currency: code, day: day ?? (await withDb(todayOf)), usdPerUnit }
        await setOnceAgreedTo(command, [rate], { yes })
        print(command, rate, `1 ${code} is $${usdPerUnit} on ${rate.day}`)
      },
    )
  currency
    .command('import <file>')
    .description(
      'Set many: lines of day,currency,usdPerUnit (CSV; - is standard input). All of them or none. It says what they touch, and asks.',
    )
    .option('--yes', 'do it without asking')
    .action(async (file: string, options: { yes?: boolean }, command: Command) => {
      const rates = linesOf(await readTextFile(file))
      const answer = await setOnceAgreedTo(command, rates, options)
      print(command, answer, `${answer.set} rates`)
    })
}

async function todayOf(db: Db): Promise<string> {
  const { databaseNow } = await import('../platform/clock.ts')
  return utcDate(await databaseNow(db))
}

/** Sets rates once what they touch is agreed to. */
async function setOnceAgreedTo(
  command: Command,
  rates: CurrencyRate[],
  options: { yes?: boolean },
): Promise<{ set: number }> {
  const { setCurrencyRates } = await exchange()
  return await inConfirmedActOf(
    command,
    {
      reach: async (tx) => await touchedBy(tx, rates),
      act: async (tx, actor) => await setCurrencyRates(tx, actor, { rates }),
      lines: (touched) => (touched.length > 0 ? currencyLines(touched) : []),
    },
    options,
  )
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
