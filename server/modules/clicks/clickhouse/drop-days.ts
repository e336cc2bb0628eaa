import { problem } from '#server/platform/http/problems.ts'
import type { ClickHouseConnection } from './clickhouse-connection.ts'
import { placeInFirst, quarterOf } from './tables.ts'

/** What the days say of uniques is written down first; each then goes whole, the earliest first. */
export async function dropDays(clickHouse: ClickHouseConnection, before: string): Promise<string[]> {
  const days = await clickHouse.rows<{ day: string }>(
    `select distinct partition as day from system.parts
     where database = currentDatabase() and table in ('click', 'click_first') and active
       and partition < '${Number(before.replaceAll('-', ''))}' order by day`,
  )
  const origins = Object.entries(placeInFirst).map(
    ([name, at]) => `('${name}', tupleElement(earliest, ${at}))`,
  )
  if (days.length > 0) await refuseWhileForgetting(clickHouse)
  for (const { day } of days) {
    await clickHouse.run(
      `insert into click_unique select link_id, origin.1, quarter, origin.2, count()
       from (select link_id, min(first) as earliest,
               ${quarterOf('earliest.1')} as quarter
             from click_first where toYYYYMMDD(day) = ${Number(day)} group by link_id, day, visitor)
       array join [('', ''), ${origins.join(', ')}] as origin
       where origin.1 = '' or origin.2 != '' group by 1, 2, 3, 4`,
    )
    for (const table of ['click_first', 'click'])
      await clickHouse.run(`alter table ${table} drop partition ${Number(day)}`)
  }
  return days.map(({ day }) => day.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'))
}

/** Sub-ids that are still on first clicks would be written down among the uniques, and stay there. */
async function refuseWhileForgetting(clickHouse: ClickHouseConnection): Promise<void> {
  const [row] = await clickHouse.rows<{ unfinished: number }>(
    `select count() as unfinished from system.mutations
     where database = currentDatabase() and table = 'click_first' and not is_done`,
  )
  if (row!.unfinished > 0)
    throw problem('unavailable', {
      internal: 'ClickHouse: days are dropped once sub-ids have been taken off',
    })
}
