import {
  Area,
  Bar,
  BarChart,
  CartesianGrid,
  ComposedChart,
  Legend,
  Line,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
  type DefaultLegendContentProps,
  type TooltipContentProps,
} from 'recharts'
import { m } from '#messages'
import type { Timeseries } from '#contracts/analytics.schemas.ts'
import { formatNumber } from '#web/ui/common/format.ts'
import { partText } from './analytics-text.ts'
import classes from './activity-charts.module.css'

/** Clicks as a solid area, unique visitors as a thin line on it, the clicks before as a dashed one; crels as bars. */
export function ActivityCharts({ series }: { series: Timeseries }) {
  const labels = partText(series)
  const data = series.items.map((item, index) => ({
    label: labels[index]!,
    ...item.statistics,
    before: series.previous[index]?.statistics.clicks ?? null,
  }))
  const most = data.reduce((best, item) => (item.clicks > best.clicks ? item : best))
  const sum = (name: 'clicks' | 'crels') => formatNumber(data.reduce((all, item) => all + item[name], 0))
  // A line through one point shows nothing.
  const dots = { dot: data.length === 1, activeDot: data.length === 1 }
  const curve = { ...dots, type: 'monotone', strokeWidth: 2, isAnimationActive: false } as const
  return (
    <div className={classes.charts} dir="ltr">
      <figure
        aria-label={m.analytics_chart_clicks({
          clicks: sum('clicks'),
          most: formatNumber(most.clicks),
          when: most.label,
        })}
      >
        <ResponsiveContainer className={classes.chart} height={260}>
          <ComposedChart {...pictured} data={data} syncId="activity">
            {axes}
            <Area
              {...curve}
              dataKey="clicks"
              name={m.analytics_clicks()}
              stroke="var(--meter)"
              strokeWidth={2.5}
              fill="var(--meter)"
              fillOpacity={0.22}
            />
            <Line
              {...curve}
              dataKey="uniques"
              name={m.analytics_uniques()}
              stroke="var(--ink-2)"
              strokeWidth={1.25}
            />
            <Line
              {...curve}
              dataKey="before"
              name={m.analytics_before()}
              stroke="var(--ink-3)"
              strokeWidth={1.25}
              strokeDasharray="2 5"
              connectNulls
            />
          </ComposedChart>
        </ResponsiveContainer>
      </figure>
      <figure aria-label={m.analytics_chart_earnings({ crels: sum('crels') })}>
        <ResponsiveContainer className={classes.chart} height={200}>
          <BarChart {...pictured} data={data} syncId="activity" maxBarSize={28}>
            {axes}
            <Bar dataKey="crels" name={m.analytics_crels()} fill="var(--accent)" isAnimationActive={false} />
          </BarChart>
        </ResponsiveContainer>
      </figure>
    </div>
  )
}

/** A chart is a picture with a name; its numbers are read in the table. The keyboard has nothing to do in it. */
const pictured = { accessibilityLayer: false } as const

/** What both charts share. By `syncId`, a pointer over one shows the same moment in the other. */
const axes = (
  <>
    <CartesianGrid vertical={false} stroke="var(--line)" strokeDasharray="5 5" />
    <XAxis
      dataKey="label"
      tick={{ fill: 'var(--ink-2)', fontSize: 12 }}
      tickMargin={10}
      axisLine={false}
      tickLine={false}
      interval="preserveStartEnd"
      minTickGap={28}
    />
    <YAxis
      tick={{ fill: 'var(--ink-2)', fontSize: 12 }}
      tickMargin={10}
      axisLine={false}
      tickLine={false}
      tickFormatter={formatNumber}
      allowDecimals={false}
      width={44}
    />
    <Legend verticalAlign="top" itemSorter={null} content={SeriesNames} />
    <Tooltip
      isAnimationActive={false}
      position={{ y: 0 }}
      cursor={{ stroke: 'var(--line-strong)', fill: 'var(--sunken)' }}
      content={PointValues}
    />
  </>
)

function SeriesNames({ payload }: DefaultLegendContentProps) {
  return (
    <div className={classes.legend}>
      {payload?.map(({ value, color, dataKey }) => (
        <span key={value} className={classes.name}>
          <Sign of={dataKey} color={color} />
          {value}
        </span>
      ))}
    </div>
  )
}

function PointValues({ label, payload }: TooltipContentProps) {
  return (
    <div className={classes.tooltip}>
      <strong>{label}</strong>
      {payload.map(({ name, value, color, dataKey }) => (
        <span key={name} className={classes.row}>
          <span className={classes.name}>
            <Sign of={dataKey} color={color} />
            {name}
          </span>
          {formatNumber(Number(value))}
        </span>
      ))}
    </div>
  )
}

/** What a series is drawn with: a line for a line, dots for the dotted one. */
function Sign({ of, color }: { of: unknown; color: string | undefined }) {
  return <span className={classes.sign} data-of={of} style={{ color }} />
}
