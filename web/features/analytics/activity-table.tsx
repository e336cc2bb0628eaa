import { m } from '#messages'
import type { Timeseries } from '#contracts/analytics.schemas.ts'
import { Card } from '#web/ui/card.tsx'
import { formatNumber } from '#web/ui/common/format.ts'
import { partText } from './analytics-text.ts'
import classes from './statistics-table.module.css'

/** The charts as numbers, the newest first. */
export function ActivityTable({ series }: { series: Timeseries }) {
  const labels = partText(series)
  const rows = series.items.map((item, index) => ({ ...item, label: labels[index] }))
  return (
    <Card
      pad={false}
      className={`${classes.card} ${classes.long}`}
      tabIndex={0}
      role="group"
      aria-labelledby="activity"
    >
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{m.analytics_column_time()}</th>
            <th scope="col">{m.analytics_clicks()}</th>
            <th scope="col">{m.analytics_uniques()}</th>
            <th scope="col">{m.analytics_conversions()}</th>
            <th scope="col">{m.analytics_crels()}</th>
          </tr>
        </thead>
        <tbody>
          {rows.toReversed().map((item) => (
            <tr key={item.startsAt}>
              <th scope="row" className={classes.time}>
                {item.label}
              </th>
              <td>{formatNumber(item.statistics.clicks)}</td>
              <td>{formatNumber(item.statistics.uniques)}</td>
              <td>{formatNumber(item.statistics.conversions)}</td>
              <td>{formatNumber(item.statistics.crels)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
