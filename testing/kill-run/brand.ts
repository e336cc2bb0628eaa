import type { ConversionAnswer, RefundAnswer, ConversionReport } from '#contracts/conversions.schemas.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Chance } from './chance.ts'
import { Client, unexpected, type Load } from './client.ts'
import type { MadeClick } from './visitors.ts'

export interface BrandLoad extends Load {
  /** The brand's key. */
  key: string
  /** A click to report, if there is one: sometimes too fresh, so that its conversion goes under review. */
  nextClick(): MadeClick | undefined
  /** Ids that no other call has given. */
  nextId(kind: string): string
}

/** A brand's server: reports conversions, alone and in batches, reports some twice, and refunds some. */
export async function report(load: BrandLoad, chance: Chance): Promise<void> {
  const [client, beside] = [new Client(load), new Client(load)]
  // At least one refund of all, however short the run.
  while (!load.ending.aborted || load.journal.refunds.length === 0) {
    const rows = Array.from({ length: chance.happens(0.2) ? chance.whole(2, 8) : 1 }, () => load.nextClick())
      .filter((click) => click !== undefined)
      .map((click) => ({ click, report: reportOf(click, load.nextId('event'), chance) }))
    if (rows.length === 0) {
      if (load.ending.aborted) break
      await client.ask({ path: '/healthz' })
      await sleep(50)
      continue
    }
    const answers = rows.length === 1 ? [await sendTwice(rows[0]!.report)] : await sendBatch()
    for (const [index, { click, report }] of rows.entries()) {
      const answer = answers[index]!
      load.journal.reports.set(report.eventId, { report, answer, reward: click.link.reward })
    }
    const first = rows[0]!.report
    if (chance.happens(0.1)) await sendOne(client, load, first)
    if (answers[0]?.earning && chance.happens(0.15)) await refund(client, load, first, chance)

    /** Some at the same moment over two connections, to two processes where there are some. */
    async function sendTwice(one: ConversionReport): Promise<ConversionAnswer> {
      if (!chance.happens(0.3)) return await sendOne(client, load, one)
      const [answer, other] = await Promise.all([
        sendRacing(client, load, one),
        sendRacing(beside, load, one),
      ])
      if (!isDeepStrictEqual(answer, other))
        load.journal.surprises.push(`One report had two answers: ${JSON.stringify([answer, other])}`)
      return answer
    }

    async function sendBatch(): Promise<ConversionAnswer[]> {
      return await sendMany(
        client,
        load,
        rows.map(({ report }) => report),
      )
    }
  }
  client.close()
  beside.close()
}

function reportOf(click: MadeClick, eventId: string, chance: Chance): ConversionReport {
  if (chance.happens(0.3)) return { eventId, clickId: click.id, type: 'lead' }
  const amount = { currency: 'USD' as const, minor: chance.whole(200, 50_000) }
  return { eventId, clickId: click.id, type: 'sale', amount }
}

const post = (load: BrandLoad, path: string, body: unknown, headers: Record<string, string> = {}) => ({
  method: 'POST' as const,
  path,
  headers: { authorization: `Bearer ${load.key}`, ...headers },
  body,
})

async function sendOne(client: Client, load: BrandLoad, report: ConversionReport): Promise<ConversionAnswer> {
  const question = post(load, '/api/v1/conversions', report)
  const { heard, repeated } = await client.insist(question)
  const before = load.journal.reports.get(report.eventId)?.answer
  const expected = before ? [200] : repeated ? [200, 201] : [201]
  if (!expected.includes(heard.status)) throw unexpected(question, heard)
  const answer = JSON.parse(heard.body) as ConversionAnswer
  if (before && !isDeepStrictEqual(before, answer)) throw unexpected(question, heard)
  return answer
}

/** Rows that say they could not be taken are sent again, alone. */
async function sendMany(
  client: Client,
  load: BrandLoad,
  reports: ConversionReport[],
): Promise<ConversionAnswer[]> {
  const question = post(load, '/api/v1/conversions', { items: reports })
  const heard = await client.expect([200, 201], question)
  const { items } = JSON.parse(heard.body) as { items?: (ConversionAnswer | { error: { code: string } })[] }
  const answers: ConversionAnswer[] = []
  for (const [index, report] of reports.entries()) {
    const row = items?.[index]
    if (!row) throw unexpected(question, heard)
    if (!('error' in row)) answers.push(row)
    else if (row.error.code === 'unavailable') answers.push(await sendRacing(client, load, report))
    else throw unexpected(question, { ...heard, body: JSON.stringify(row) })
  }
  return answers
}

/** A report that may have been taken before. */
async function sendRacing(client: Client, load: BrandLoad, report: ConversionReport) {
  const heard = await client.expect([200, 201], post(load, '/api/v1/conversions', report))
  return JSON.parse(heard.body) as ConversionAnswer
}

/** Refunds a part or all, known by the brand's own id or by an Idempotency-Key. */
async function refund(client: Client, load: BrandLoad, sold: ConversionReport, chance: Chance) {
  const usdCents = sold.amount && chance.happens(0.6) ? chance.whole(1, sold.amount.minor) : null
  const amount = usdCents === null ? {} : { amount: { currency: 'USD', minor: usdCents } }
  const id = load.nextId('refund')
  const path = `/api/v1/conversions/${sold.eventId}/refund`
  const question = chance.happens(0.5)
    ? post(load, path, { ...amount, refundId: id })
    : post(load, path, amount, { 'idempotency-key': id })
  const heard = await client.expect([200], question)
  const answer = JSON.parse(heard.body) as RefundAnswer
  load.journal.refunds.push({ eventId: sold.eventId, usdCents, answer })
}
