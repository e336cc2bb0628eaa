import { NativeSelect, SegmentedControl, TextInput } from '@mantine/core'
import { m } from '#console-messages'
import { ranges, type PeriodChoice } from './use-period.ts'
import styles from './insight.module.css'

/** Which days, and of which zone. */
export function PeriodBar({
  range,
  dates,
  today,
  zone,
  zones,
  setRange,
  setDates,
  setCustom,
  setZone,
}: PeriodChoice) {
  return (
    <div className={styles.bar}>
      <div className={styles.periods}>
        <SegmentedControl
          className={styles.periodNames}
          aria-label={m.insight_period()}
          value={range ?? 'custom'}
          data={[
            ...ranges.map((value) => ({ value, label: labelOf(value) })),
            { value: 'custom', label: m.insight_custom() },
          ]}
          onChange={(value) => {
            const named = ranges.find((one) => one === value)
            if (named) setRange(named)
            else setCustom()
          }}
        />
      </div>
      {range === null && (
        <>
          <TextInput
            type="date"
            size="xs"
            label={m.insight_from()}
            value={dates.from}
            max={dates.to}
            onChange={(event) =>
              event.currentTarget.value && setDates({ ...dates, from: event.currentTarget.value })
            }
          />
          <TextInput
            type="date"
            size="xs"
            label={m.insight_to()}
            value={dates.to}
            min={dates.from}
            max={today}
            onChange={(event) =>
              event.currentTarget.value && setDates({ ...dates, to: event.currentTarget.value })
            }
          />
        </>
      )}
      <NativeSelect
        size="xs"
        label={m.insight_zone()}
        value={zone}
        data={zones}
        onChange={(event) => setZone(event.currentTarget.value)}
      />
    </div>
  )
}

function labelOf(range: (typeof ranges)[number]): string {
  if (range === 'year') return m.insight_year()
  return range === 'all' ? m.insight_all() : m.insight_days({ days: range.slice(0, -1) })
}
