import {
  Area,
  Bar,
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
import { m } from '#console-messages'
import type { Insight, InsightStatistics } from '#contracts/operator-insight.schemas.ts'
import { formatCrels, formatDay, formatMonth, formatNumber } from '#console/ui/format.ts'
import styles from './charts.module.css'

/**
 * Clicks, sign-ups beside accepted conversions, and crels, by day or month. What is not known of a day is not drawn. They
 * take no focus: their view as a table has every number.
 */
export function Charts({
  days,
  by,
  statistics,
}: Pick<Insight, 'days' | 'by'> & { statistics: InsightStatistics }) {
  const format = by === 'day' ? formatDay : formatMonth
  const data = days.map(({ date, statistics: ofDay }) => ({ label: format(date), ...ofDay }))
  // A line through one point shows nothing.
  const curve = {
    type: 'monotone',
    strokeWidth: 2,
    isAnimationActive: false,
    dot: data.length === 1,
    activeDot: data.length === 1,
  } as const
  const chart = { className: styles.chart, height: 220 }
  return (
    <div className={styles.charts} dir="ltr">
      <figure aria-label={m.insight_chart_clicks({ count: formatNumber(statistics.clicks) })}>
        <ResponsiveContainer {...chart}>
          <ComposedChart data={data} accessibilityLayer={false} syncId="insight">
            {axes}
            <Area
              {...curve}
              dataKey="clicks"
              name={m.insight_clicks()}
              stroke="var(--meter)"
              fill="var(--meter)"
              fillOpacity={0.22}
            />
            <Line
              {...curve}
              dataKey="refusedClicks"
              name={m.insight_refused()}
              stroke="var(--ink-3)"
              strokeDasharray="2 5"
            />
          </ComposedChart>
        </ResponsiveContainer>
      </figure>
      <figure
        aria-label={m.insight_chart_members({
          signUps: formatNumber(statistics.signUps),
          accepted: formatNumber(statistics.accepted),
        })}
      >
        <ResponsiveContainer {...chart}>
          <ComposedChart data={data} accessibilityLayer={false} syncId="insight" maxBarSize={24}>
            {axes}
            <Bar
              dataKey="signUps"
              name={m.insight_sign_ups()}
              fill="var(--meter)"
              isAnimationActive={false}
            />
            <Line {...curve} dataKey="accepted" name={m.insight_accepted()} stroke="var(--ink-2)" />
          </ComposedChart>
        </ResponsiveContainer>
      </figure>
      <figure aria-label={m.insight_chart_crels({ count: formatCrels(statistics.crels) })}>
        <ResponsiveContainer {...chart}>
          <ComposedChart data={data} accessibilityLayer={false} syncId="insight" maxBarSize={24}>
            {axes}
            <Bar dataKey="crels" name={m.insight_crels()} fill="var(--accent)" isAnimationActive={false} />
          </ComposedChart>
        </ResponsiveContainer>
      </figure>
    </div>
  )
}

/** What the charts share. By `syncId`, a pointer over one shows the same day in the others. */
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
      width={48}
    />
    <Legend verticalAlign="top" itemSorter={null} content={Names} />
    <Tooltip
      isAnimationActive={false}
      position={{ y: 0 }}
      cursor={{ stroke: 'var(--line-strong)', fill: 'var(--sunken)' }}
      content={Values}
    />
  </>
)

/** How each series is drawn: told apart by its form, and not by a colour alone. */
const marks = {
  clicks: 'area',
  refusedClicks: 'dotted',
  signUps: 'bar',
  accepted: 'line',
  crels: 'bar',
} as const

function Mark({ of, color }: { of: unknown; color: string | undefined }) {
  return <span className={styles.mark} data-form={marks[of as keyof typeof marks]} style={{ color }} />
}

function Names({ payload }: DefaultLegendContentProps) {
  return (
    <div className={styles.legend}>
      {payload?.map(({ value, color, dataKey }) => (
        <span key={value} className={styles.name}>
          <Mark of={dataKey} color={color} />
          {value}
        </span>
      ))}
    </div>
  )
}

function Values({ label, payload }: TooltipContentProps) {
  return (
    <div className={styles.tooltip}>
      <strong>{label}</strong>
      {payload.map(({ name, value, color, dataKey }) => (
        <span key={name} className={styles.row}>
          <span className={styles.name}>
            <Mark of={dataKey} color={color} />
            {name}
          </span>
          {formatNumber(Number(value))}
        </span>
      ))}
    </div>
  )
}
