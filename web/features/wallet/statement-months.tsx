import { lazy, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { InfiniteData } from '@tanstack/react-query'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import type { StatementEntry, StatementPage } from '#contracts/wallet.schemas.ts'
import { Card, Row, Rows } from '#web/ui/card.tsx'
import { Coin } from '#web/ui/common/coin.tsx'
import { CampaignName } from '#web/ui/campaign-name.tsx'
import { capitalized, formatMonth, formatNumber, formatSigned } from '#web/ui/common/format.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { Part } from '#web/ui/part.tsx'
import { ShareIcon } from '#web/ui/share-icon.tsx'
import { LoadMoreOf } from '#web/ui/rare/load-more.tsx'
import { CardSkeleton, Loading } from '#web/ui/skeleton.tsx'
import { useNow } from '#web/ui/use-now.ts'
import type { useStatement } from './statement-queries.ts'
import { entryText, kindText } from './statement-text.ts'
import classes from './statement-months.module.css'

const MonthPicture = lazy(async () => await import('./month-picture.tsx'))

/** The entries by month, newest first, each month with what it came to; page by page. */
export function StatementMonths({
  query,
  isDebt,
  dollarsOf,
  empty,
}: {
  query: ReturnType<typeof useStatement>
  /** More of it is no good news. */
  isDebt: boolean
  dollarsOf: (crels: number) => string | null
  empty: ReactNode
}) {
  return (
    <Loaded
      query={query}
      waiting={
        <Loading>
          <CardSkeleton lines={5} />
        </Loading>
      }
    >
      {(data) => {
        const months = monthsOf(data)
        if (months.length === 0) return empty
        return (
          <>
            {months.map((one) => (
              <Month key={one.month} {...one} isDebt={isDebt} dollarsOf={dollarsOf} />
            ))}
            <LoadMoreOf
              query={query}
              shown={months.reduce((count, { entries }) => count + entries.length, 0)}
              label={m.wallet_load_more()}
              failure={m.wallet_more_failed()}
            />
          </>
        )
      }}
    </Loaded>
  )
}

/** The entries of a month `YYYY-MM`, with its sum and, where it brought earnings, the picture of it to post. */
function Month({
  month,
  crels,
  entries,
  isDebt,
  dollarsOf,
}: ReturnType<typeof monthsOf>[number] & { isDebt: boolean; dollarsOf: (crels: number) => string | null }) {
  const now = useNow()
  const [isShared, setIsShared] = useState(false)
  const name = formatMonth(month, month.slice(0, 4) !== String(now.getFullYear()))
  return (
    <section className={classes.month} aria-labelledby={`month-${month}`}>
      <div className={classes.head}>
        <h3 id={`month-${month}`}>{capitalized(name)}</h3>
        {hasEarned(entries) && (
          <button
            type="button"
            className={classes.share}
            aria-label={m.pictures_month_share({ month: name })}
            onClick={() => setIsShared(true)}
          >
            <ShareIcon size={18} />
          </button>
        )}
        <p className={classes.sum} data-added={(crels > 0 && !isDebt) || undefined}>
          <b>{formatSigned(crels)}</b>
          <InDollars crels={crels} dollarsOf={dollarsOf} />
        </p>
      </div>
      <Card>
        <Rows>
          {entries.map((entry) => (
            <EntryRow
              key={`${entry.transactionId} ${entry.balanceAfter}`}
              entry={entry}
              isDebt={isDebt}
              now={now}
            />
          ))}
        </Rows>
      </Card>
      <Part>{isShared && <MonthPicture month={month} onClose={() => setIsShared(false)} />}</Part>
    </section>
  )
}

/** Whether a month has earnings that became available: what it brought can be posted. */
function hasEarned(entries: StatementEntry[]): boolean {
  return entries.some(({ kind, crels }) => kind === 'earning_unlocked' && crels > 0)
}

function InDollars({ crels, dollarsOf }: { crels: number; dollarsOf: (crels: number) => string | null }) {
  const dollars = crels > 0 ? dollarsOf(crels) : null
  return dollars && <span className={classes.note}>{m.wallet_about_dollars({ dollars })}</span>
}

function EntryRow({ entry, isDebt, now }: { entry: StatementEntry; isDebt: boolean; now: Date }) {
  const { about, kind, crels, balanceAfter } = entry
  return (
    <Row className={classes.entry}>
      {about ? (
        <CampaignName campaign={about.campaign} to={paths.campaign(about.campaign.id)}>
          <span className={classes.note}>{entryText(entry, now)}</span>
        </CampaignName>
      ) : (
        <span className={classes.other}>
          <span className={classes.coin}>
            <Coin size={28} />
          </span>
          <span className={classes.text}>
            {kind === 'redemption_paid' || kind === 'redemption_returned' ? (
              <Link to={paths.crels('redemptions')}>{kindText(kind)}</Link>
            ) : (
              <b>{kindText(kind)}</b>
            )}
            <span className={classes.note}>{entryText(entry, now)}</span>
          </span>
        </span>
      )}
      <span className={classes.amounts}>
        <b className={classes.amount} data-added={(crels > 0 && !isDebt) || undefined}>
          {formatSigned(crels)}
        </b>
        <span className={classes.note}>{m.wallet_balance_after({ amount: formatNumber(balanceAfter) })}</span>
      </span>
    </Row>
  )
}

/** The entries that are loaded, by the month of this browser's zone, with the whole month's sum as the server says it. */
function monthsOf({ pages }: InfiniteData<StatementPage>) {
  const sums = new Map(pages.flatMap((page) => page.months).map(({ month, crels }) => [month, crels]))
  const months = new Map<string, StatementEntry[]>()
  for (const entry of pages.flatMap((page) => page.items)) {
    const at = new Date(entry.at)
    const month = `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}`
    const listed = months.get(month)
    if (listed) listed.push(entry)
    else months.set(month, [entry])
  }
  return [...months].map(([month, entries]) => ({ month, entries, crels: sums.get(month) ?? 0 }))
}
