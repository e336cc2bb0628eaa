import { lazy, Suspense } from 'react'
import { m } from '#messages'
import { breakdownKeys, type BreakdownKey } from '#contracts/analytics.constants.ts'
import type { Breakdown, Statistics } from '#contracts/analytics.schemas.ts'
import { CampaignName } from '#web/ui/campaign-name.tsx'
import { Card } from '#web/ui/card.tsx'
import { DownloadButton } from '#web/ui/rare/download-button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { formatNumber } from '#web/ui/common/format.ts'
import { PillSelect } from '#web/ui/rare/pill-select.tsx'
import { problemOf } from '#web/ui/problem-of.ts'
import { CardSkeleton, Loading } from '#web/ui/skeleton.tsx'
import { byText, rowText } from './analytics-text.ts'
import { Change } from './change.tsx'
import { siteOf } from './referrers.ts'
import { downloadBreakdown, useBreakdown, type AskedPeriod } from './queries.ts'
import classes from './statistics-table.module.css'
import activity from './activity.module.css'

// Signs of sites are more than this screen may weigh: only for those who look at referrers.
const ReferrerIcon = lazy(async () => await import('./referrer-icon.tsx'))

/** Where clicks and earnings come from: links first, then campaigns, countries and the rest. */
export function BreakdownList({
  period,
  by,
  onBy,
}: {
  period: AskedPeriod
  by: BreakdownKey
  onBy: (by: BreakdownKey) => void
}) {
  const breakdown = useBreakdown(period, by)
  const { from, to } = period
  return (
    <section className={activity.activity} aria-labelledby="breakdown">
      <div className={activity.head}>
        <h2 id="breakdown">{m.analytics_top()}</h2>
        {breakdown.data && breakdown.data.items.length > 0 && (
          <DownloadButton
            label={m.analytics_csv()}
            done={m.analytics_csv_done()}
            failed={m.analytics_csv_failed()}
            download={async () =>
              await downloadBreakdown(period, by, m.analytics_csv_name({ what: `by-${by}`, from, to }))
            }
          />
        )}
      </div>
      <PillSelect
        label={m.analytics_by()}
        value={by}
        neutral="link"
        options={[...breakdownKeys]
          .sort((a, b) => Number(b === 'link') - Number(a === 'link'))
          .map((value) => ({ value, label: byText[value]() }))}
        onChange={(value) => onBy(value as BreakdownKey)}
      />
      {breakdown.isError && (
        <ErrorState
          {...problemOf(breakdown.error)}
          heading={breakdown.data ? m.analytics_stale() : undefined}
          onRetry={() => void breakdown.refetch()}
          retrying={breakdown.isFetching}
        />
      )}
      {breakdown.data ? (
        <BreakdownTable breakdown={breakdown.data} />
      ) : (
        breakdown.isPending && (
          <Loading>
            <CardSkeleton lines={5} />
          </Loading>
        )
      )}
    </section>
  )
}

function BreakdownTable({ breakdown: { by, items, others } }: { breakdown: Breakdown }) {
  if (items.length === 0) return <Card>{m.analytics_nothing_listed()}</Card>
  const most = Math.max(...items.map(({ statistics }) => statistics.clicks), 1)
  const isMore = others.statistics.clicks + others.statistics.conversions + others.statistics.crels > 0
  return (
    <Card
      pad={false}
      className={`${classes.card} ${classes.parts}`}
      tabIndex={0}
      role="group"
      aria-labelledby="breakdown"
    >
      <table className={`${classes.table} ${classes.named}`}>
        <thead>
          <tr>
            <th scope="col">{byText[by]()}</th>
            <th scope="col">{m.analytics_clicks()}</th>
            <th scope="col">{m.analytics_conversions()}</th>
            <th scope="col">{m.analytics_crels()}</th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ key, title, code, campaign, statistics, previous, changes }) => (
            <tr key={key ?? ''}>
              <th scope="row">
                <span className={classes.name}>
                  {by === 'referrer' && (
                    <span className={classes.sign}>
                      <Suspense>
                        <ReferrerIcon host={key} />
                      </Suspense>
                    </span>
                  )}
                  {campaign ? (
                    // A link of a campaign that has a title of its own keeps it, beside the brand.
                    <CampaignName campaign={{ ...campaign, title: title ?? campaign.title }} size={32} />
                  ) : (
                    rowText(by, { key, title, code })
                  )}
                </span>
                {by === 'referrer' && key !== null && siteOf(key) && (
                  <bdi className={classes.code}>{key}</bdi>
                )}
                {title && code && <bdi className={classes.code}>/s/{code}</bdi>}
                <span className={classes.share} style={{ width: `${(statistics.clicks / most) * 100}%` }} />
              </th>
              <td>
                {formatNumber(statistics.clicks)}
                <br />
                <Change bps={changes.clicks} now={statistics.clicks} before={previous.clicks} />
              </td>
              <Amounts statistics={statistics} />
            </tr>
          ))}
          {isMore && (
            <tr>
              <th scope="row">{m.analytics_others()}</th>
              <td>{formatNumber(others.statistics.clicks)}</td>
              <Amounts statistics={others.statistics} />
            </tr>
          )}
        </tbody>
      </table>
    </Card>
  )
}

function Amounts({ statistics }: { statistics: Statistics }) {
  return (
    <>
      <td>{formatNumber(statistics.conversions)}</td>
      <td>{formatNumber(statistics.crels)}</td>
    </>
  )
}
