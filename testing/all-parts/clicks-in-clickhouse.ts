import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import type { TestClickHouse } from '../clickhouse.ts'
import type { ClicksBeside } from '../kill-run/site.ts'

const listOf = (texts: string[]) => `splitByChar(',', '${texts.join(',')}')`

/** What figures of ClickHouse promise of its rows; each query answers what breaks it. */
const promises = {
  'each click is there once': 'select id from click group by id having count() > 1',
  'figures by quarter are the clicks': `
    select link_id as id from (
      select link_id, reason, toInt64(sum(clicks)) as n from click_quarter group by 1, 2
      union all select link_id, reason, -toInt64(count()) as n from click group by 1, 2)
    group by link_id, reason having sum(n) <> 0`,
  'figures of devices are the clicks': `
    select link_id as id from (
      select link_id, toInt64(sum(clicks)) as n from click_breakdown where dimension = 'device' group by 1
      union all select link_id, -toInt64(count()) as n from click where reason = '' and device <> '' group by 1)
    group by link_id having sum(n) <> 0`,
  'first visits are the visitors of a link and day': `
    select link_id as id from (
      select link_id, toInt64(uniqExact(day, visitor)) as n from click_first group by 1
      union all select link_id, -toInt64(uniqExact(toDate32(at, 'UTC'), visitor)) as n from click where reason = '' group by 1)
    group by link_id having sum(n) <> 0`,
}

/** The clicks of a run in ClickHouse, and beside them what PostgreSQL has to pay by. */
export class ClicksInClickHouse implements ClicksBeside {
  readonly #clickHouse: TestClickHouse

  constructor(clickHouse: TestClickHouse) {
    this.#clickHouse = clickHouse
  }

  /** Those of these clicks that are not there yet. */
  async missing(answered: string[]): Promise<string[]> {
    const found = await this.#ids(`select id from click where id in ${listOf(answered)}`)
    const there = new Set(found.map(({ id }) => id))
    return answered.filter((id) => !there.has(id))
  }

  async wrong(books: Db, answered: string[]): Promise<string[]> {
    const wrong = (await this.missing(answered)).map(
      (id) => `Click ${id} was answered and is not in ClickHouse`,
    )
    for (const [promise, query] of Object.entries(promises)) {
      const ids = await this.#ids(query)
      if (ids.length > 0)
        wrong.push(
          `Not so ${ids.length} times: ${promise} (${ids
            .slice(0, 5)
            .map(({ id }) => id)
            .join(', ')})`,
        )
    }
    return [...wrong, ...(await this.#wrongPay(books))]
  }

  async count(): Promise<number> {
    const [row] = await this.#clickHouse.rows<{ clicks: number }>('select count() as clicks from click')
    return row!.clicks
  }

  async figures(linkIds: string[], from: string): Promise<{ clicks: number; uniques: number }> {
    const [row] = await this.#clickHouse.rows<{ clicks: number; uniques: number }>(`
      select count() as clicks, uniqExact(link_id, visitor, toDate32(at, 'UTC')) as uniques
      from click where link_id in ${listOf(linkIds)} and reason = '' and at >= toDateTime64('${from}', 3, 'UTC')`)
    return row!
  }

  /** PostgreSQL has each first visitor of a day, whose click may be paid, as ClickHouse has them. */
  async #wrongPay(books: Db): Promise<string[]> {
    const { rows: links } = await sql<{ id: string; enrolment: string }>`
      select id, enrolment_id as enrolment from link where pays_clicks`.execute(books)
    const { rows: payable } = await sql<{ enrolment: string; visits: number }>`
      select enrolment_id as enrolment, count(*) as visits from payable_click group by 1`.execute(books)
    const due = new Map(payable.map(({ enrolment, visits }) => [enrolment, visits]))
    const wrong: string[] = []
    for (const [enrolment, own] of Map.groupBy(links, ({ enrolment }) => enrolment)) {
      const [row] = await this.#clickHouse.rows<{ visits: number }>(`
        select uniqExact(visitor, toDate32(at, 'UTC')) as visits from click
        where link_id in ${listOf(own.map(({ id }) => id))} and reason = ''`)
      const there = due.get(enrolment) ?? 0
      if (there !== row!.visits)
        wrong.push(`Enrolment ${enrolment} is to be paid for ${there} visitors, and ${row!.visits} came`)
    }
    return wrong
  }

  async #ids(query: string): Promise<{ id: string }[]> {
    return await this.#clickHouse.rows<{ id: string }>(query)
  }
}
