import { BarChart, CompositeChart } from '@mantine/charts'
import '@mantine/core/styles/ColorSwatch.layer.css'
import '@mantine/charts/styles.layer.css'
import { m } from '#messages'
import type { Timeseries } from '#contracts/analytics.schemas.ts'
import { formatNumber } from '#web/ui/format.ts'
import { partText } from './analytics-text.ts'
import classes from './activity-charts.module.css'

/** What both charts share: a pointer over one shows the same moment in the other. */
const shared = {
  dataKey: 'label',
  gridAxis: 'x',
  tickLine: 'none',
  textColor: 'var(--ink-2)',
  gridColor: 'var(--line)',
  valueFormatter: formatNumber,
  yAxisProps: { allowDecimals: false, width: 44 },
  xAxisProps: { minTickGap: 28 },
  withLegend: true,
} as const

/** Clicks, unique visitors and the clicks of the days before as areas and a line; crels as bars. */
export function ActivityCharts({ series }: { series: Timeseries }) {
  const labels = partText(series)
  const data = series.items.map((item, index) => ({
    label: labels[index]!,
    ...item.figures,
    before: series.previous[index]?.figures.clicks ?? null,
  }))
  const most = data.reduce((best, item) => (item.clicks > best.clicks ? item : best))
  const sum = (name: 'clicks' | 'crels') => formatNumber(data.reduce((all, item) => all + item[name], 0))
  return (
    <div className={classes.charts}>
      <figure
        aria-label={m.analytics_chart_clicks({
          clicks: sum('clicks'),
          most: formatNumber(most.clicks),
          when: most.label,
        })}
      >
        <CompositeChart
          {...shared}
          h={260}
          data={data}
          withDots={data.length === 1}
          curveType="monotone"
          series={[
            { name: 'clicks', label: m.analytics_clicks(), color: 'var(--meter)', type: 'area' },
            { name: 'uniques', label: m.analytics_uniques(), color: 'var(--gold)', type: 'area' },
            {
              name: 'before',
              label: m.analytics_before(),
              color: 'var(--ink-3)',
              type: 'line',
              strokeDasharray: '4 4',
            },
          ]}
          areaProps={{ isAnimationActive: false }}
          lineProps={{ isAnimationActive: false }}
          composedChartProps={{ syncId: 'activity' }}
        />
      </figure>
      <figure aria-label={m.analytics_chart_earnings({ crels: sum('crels') })}>
        <BarChart
          {...shared}
          h={200}
          data={data}
          maxBarWidth={28}
          series={[{ name: 'crels', label: m.analytics_crels(), color: 'var(--gold)' }]}
          barProps={{ isAnimationActive: false }}
          barChartProps={{ syncId: 'activity' }}
        />
      </figure>
    </div>
  )
}
