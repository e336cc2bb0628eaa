import { m } from '#messages'
import { RANGE_DEFAULT, RANGES, type Dates } from '#rules/analytics-period.ts'
import { Button } from '#web/ui/button.tsx'
import { campaignLabel } from '#web/ui/campaign-name.tsx'
import { DateChoice } from '#web/ui/rare/date-choice.tsx'
import { PillSelect } from '#web/ui/rare/pill-select.tsx'
import type { AnalyticsView } from './analytics-view.ts'
import { rangeText } from './analytics-text.ts'
import { useBreakdown, type AskedPeriod } from './queries.ts'
import classes from './view-bar.module.css'

type Change = (change: Partial<AnalyticsView>) => void

/** Which days, and of which campaign. */
export function ViewBar({
  view,
  dates,
  period,
  today,
  onChange,
}: {
  view: AnalyticsView
  dates: Dates
  period: AskedPeriod
  today: string
  onChange: Change
}) {
  const campaigns = useBreakdown({ ...period, campaign: undefined, link: undefined }, 'campaign', 100)
  const named = (campaigns.data?.items ?? []).filter(({ key }) => key !== null)
  return (
    <div className={classes.bar}>
      <PillSelect
        label={m.analytics_range()}
        value={view.range}
        neutral={RANGE_DEFAULT}
        options={[...RANGES, 'custom' as const].map((value) => ({ value, label: rangeText[value]() }))}
        onChange={(range) =>
          onChange(range === 'custom' ? { range, ...dates } : { range: range as AnalyticsView['range'] })
        }
      />
      <PillSelect
        label={m.analytics_campaign()}
        value={view.campaign ?? ''}
        options={[
          { value: '', label: m.analytics_campaign_all() },
          ...named.map(({ key, campaign }) => ({
            value: key!,
            label: campaign ? campaignLabel(campaign) : key!,
          })),
          ...(view.campaign && !named.some(({ key }) => key === view.campaign)
            ? [{ value: view.campaign, label: view.campaign }]
            : []),
        ]}
        onChange={(campaign) => onChange({ campaign: campaign || undefined, link: undefined })}
      />
      {view.range === 'custom' && (
        <>
          <DateChoice
            label={m.analytics_from()}
            value={view.from!}
            max={view.to}
            required
            onChange={(from) => from && onChange({ from })}
          />
          <DateChoice
            label={m.analytics_to()}
            value={view.to!}
            min={view.from}
            max={today}
            required
            onChange={(to) => to && onChange({ to })}
          />
        </>
      )}
      {view.link && (
        <div className={classes.link}>
          <Button look="soft" size="s" onClick={() => onChange({ link: undefined })}>
            {m.analytics_all_links()}
          </Button>
        </div>
      )}
    </div>
  )
}
