import { sql } from 'kysely'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCategory, setCategory, turnCategory } from '#server/modules/campaigns/public.ts'
import { setEconomy } from '#server/modules/economy/public.ts'
import {
  setCurrencyRates,
  setRate,
  switchExchange,
  withdrawCurrencyRate,
} from '#server/modules/exchange/public.ts'
import { addFaqEntry, orderFaqTopic, turnFaqEntry } from '#server/modules/faq/public.ts'
import { publishLegal } from '#server/modules/legal/public.ts'
import { addOperator, changeOperator } from '#server/modules/operators/public.ts'
import { switchFeature } from '#server/modules/pauses/public.ts'
import { blockHost, unblockHost } from '#server/modules/shortlinks/public.ts'
import { setBanner, setSiteValue, turnBanner } from '#server/modules/site/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { testConfig } from '#testing/config.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { testActor as actor } from '#testing/operators.ts'

let [database, other]: TestDatabase[] = []
let [owner, copy]: pg.Client[] = []
beforeAll(async () => {
  ;[database, other] = [await createTestDatabase(), await createTestDatabase()]
  ;[owner, copy] = [await connect(database), await connect(other)]
})
afterAll(async () => {
  await Promise.all([owner!.end(), copy!.end()])
  await Promise.all([database!.drop(), other!.drop()])
})

/** As the owner, in the time zone in which the log writes moments. */
async function connect({ url }: TestDatabase): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, options: '-c timezone=UTC' })
  await client.connect()
  return client
}

const reason = 'a “reason” with \\ and a\nline'
const euro = { currency: 'EUR', day: '2026-11-20' }
const faqTexts = { en: { question: 'Is 1 + 1 = 2?', answer: 'Yes, „immer“.' } }
const category = {
  texts: { en: { name: 'Pets “& co”', description: '' }, de: { name: 'Tiere', description: 'Groß \\o/' } },
  icon: 'IconTag',
  industries: ['home' as const],
}
const bookTexts = { name: 'Books\\', description: '„Seiten“' }
const banner = { texts: { en: 'Closed — on “Sunday” \\o/' }, path: null, startsAt: null, endsAt: null }

/** What operators do to each audited table: it is written, and changed at least once. */
const acts: Record<string, ((tx: Tx) => Promise<unknown>)[]> = {
  blocked_host: [
    (tx) => blockHost(tx, actor, { host: 'spam.example', reason }),
    (tx) => blockHost(tx, actor, { host: 'spam.example', reason: 'another' }),
    (tx) => blockHost(tx, actor, { host: 'bücher.example', reason }),
    (tx) => unblockHost(tx, actor, { host: 'bücher.example' }),
  ],
  category: [
    (tx) => addCategory(tx, actor, { slug: 'pets', ...category, reason }),
    (tx) => setCategory(tx, actor, { slug: 'books', ...category, texts: { en: bookTexts }, reason }),
    (tx) => turnCategory(tx, actor, { slug: 'books', isRetired: true, reason }),
  ],
  currency_rate: [
    ...['1.0800', '39'].map(
      (usdPerUnit) => (tx: Tx) => setCurrencyRates(tx, actor, { rates: [{ ...euro, usdPerUnit }] }),
    ),
    (tx) => withdrawCurrencyRate(tx, actor, euro),
  ],
  economy: [11, 12].map(
    (value) => (tx) => setEconomy(tx, actor, { settings: [{ path: 'checkIn.basePoints', value }], reason }),
  ),
  exchange_rate: ['10.60', '11'].map(
    (usdToCrels) => (tx) => setRate(tx, actor, { usdToCrels, confirmed: true, reason }),
  ),
  exchange_switch: [true, false].map((paused) => (tx) => switchExchange(tx, actor, { paused, reason })),
  faq_order: [
    (tx) => orderFaqTopic(tx, actor, { topic: 'starting', slugs: ['sums'], reason }),
    (tx) => orderFaqTopic(tx, actor, { topic: 'starting', slugs: [], reason }),
  ],
  faq_version: [
    (tx) => addFaqEntry(tx, actor, { slug: 'sums', topic: 'starting', texts: faqTexts, reason }),
    (tx) => turnFaqEntry(tx, actor, { slug: 'sums', isShown: false, reason }),
  ],
  feature_switch: [true, false].map(
    (paused) => (tx) => switchFeature(tx, actor, { feature: 'sign-up', paused, reason }),
  ),
  legal_text: ['# Ours\n\n“Be kind.”', '# Ours\n\nBe kinder.'].map((en) => (tx) => publish(tx, en)),
  legal_version: [(tx) => publish(tx, '# Ours\n\nBe kindest.'), (tx) => publish(tx, '# Ours')],
  operator: [
    (tx) => addOperator(tx, actor, { email: 'ada@crels.example', name: 'Ada', role: 'owner' }),
    (tx) => addOperator(tx, actor, { email: 'bob@crels.example', name: 'Bob “B” \\', role: 'manager' }),
    (tx) => changeOperator(tx, actor, { email: 'bob@crels.example', role: 'support', reason }),
    (tx) => changeOperator(tx, actor, { email: 'bob@crels.example', isDisabled: true, reason }),
  ],
  site_banner: [
    (tx) => setBanner(tx, actor, { file: banner, reason }),
    (tx) => turnBanner(tx, actor, { isOn: false, reason }),
  ],
  site_value: ['The “Company” & Söhne', null].map(
    (value) => (tx) => setSiteValue(tx, actor, { name: 'operator.name', value }),
  ),
}
const publish = async (tx: Tx, en: string) =>
  await publishLegal(tx, actor, {
    config: testConfig(database!.url),
    document: 'terms',
    texts: { en, de: `${en} (ß)` },
    summary: 'What is new: “all”',
  })

const query = async <T>(client: pg.Client, text: string) =>
  (await client.query<Record<string, T>>(text)).rows.map((row) => Object.values(row)[0]!)
const rowsOf = async (client: pg.Client, table: string) =>
  await query<string>(client, `select to_json(t)::text from public.${table} t order by 1`)

test('the log alone, in another database, gives every audited table with all its rows', async () => {
  const tables = await query<string>(owner!, 'select audited_tables()')
  // A table that joins the log says here what operators do to it.
  expect(Object.keys(acts)).toEqual(tables)
  for (const steps of [acts.faq_version!, ...Object.values(acts).filter((each) => each !== acts.faq_version)])
    for (const step of steps) await inTransaction(database!.db, step)

  for (const table of tables) {
    const written = await query<number>(
      owner!,
      `select count(distinct entry_id)::int from audit_change join audit_entry e on e.id = entry_id
       where table_name = '${table}' and via <> 'database'`,
    )
    expect(written[0], `acts on ${table}`).toBeGreaterThan(1)
    expect((await rowsOf(owner!, table)).length, `rows of ${table}`).toBeGreaterThan(0)
  }

  // Nothing of the copy is its own: its tables are emptied, and it is given the log.
  const log = ['audit_entry', 'audit_change', 'audit_head']
  await copy!.query('set session_replication_role = replica')
  for (const table of [...tables, ...log]) await copy!.query(`delete from ${table}`)
  for (const table of log)
    await pipeline(
      owner!.query(copyTo(`copy ${table} to stdout`)),
      copy!.query(copyFrom(`copy ${table} from stdin`)),
    )
  expect(await query(copy!, 'select audit_breaks()')).toEqual([])
  for (const table of tables) {
    await copy!.query(`insert into public.${table} overriding system value
      select r.* from audit_rows('${table}') l, json_populate_record(null::public.${table}, l.is_now) r`)
    expect(await rowsOf(copy!, table), table).toEqual(await rowsOf(owner!, table))
  }
  expect(await query(copy!, 'select audit_differences()')).toEqual([])
})

test('the check of a table finds one row that is missing, and one that is too many', async () => {
  const { rows } = await sql<{ name: string }>`select audited_tables() as name`.execute(database!.db)
  for (const { name } of rows) {
    await owner!.query(`begin; set local session_replication_role = replica;
      delete from ${name} where ctid = (select max(ctid) from ${name})`)
    expect((await query(owner!, 'select table_name from audit_differences()'))[0], name).toBe(name)
    await owner!.query(`rollback; begin; set local session_replication_role = replica;
      delete from audit_change where table_name = '${name}'`)
    expect((await query(owner!, 'select table_name from audit_differences()'))[0], name).toBe(name)
    await owner!.query('rollback')
  }
})
