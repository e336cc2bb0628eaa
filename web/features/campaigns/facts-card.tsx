import { useState, type ReactNode } from 'react'
import { m } from '#messages'
import type { Campaign, PublicCampaign } from '#contracts/campaigns.schemas.ts'
import { Card } from '#web/ui/card.tsx'
import { countryName } from '#web/ui/country-name.ts'
import { formatDate, formatNumber, formatShare } from '#web/ui/common/format.ts'
import { Meter } from '#web/ui/meter.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { placesLeft } from './campaign-text.ts'
import { channelList } from './channel-names.ts'
import { paysResults } from './reward-text.ts'
import classes from './facts-card.module.css'
import { languageTag } from '#web/ui/language.ts'

/** Dates, windows, places, channels, countries, and how much of the budget is left. */
export function FactsCard({ campaign }: { campaign: Campaign | PublicCampaign }) {
  const { endsAt, startsAt, memberLimit, requiredChannels, countries, perMemberCapCrels: cap } = campaign
  const now = useNow()
  const isOver = campaign.state === 'ended' || campaign.state === 'archived'
  const left = m.campaigns_budget_left({
    share: formatShare(campaign.budgetLeftPercent / 100),
    crels: m.common_crels({
      count: campaign.budgetLeftCrels,
      amount: formatNumber(campaign.budgetLeftCrels),
    }),
  })
  return (
    <Card>
      <h2>{m.campaigns_facts_heading()}</h2>
      <dl className={classes.facts}>
        <Fact name={new Date(startsAt) > now ? m.campaigns_fact_will_start() : m.campaigns_fact_starts()}>
          {formatDate(startsAt, now)}
        </Fact>
        <Fact name={endsAt && new Date(endsAt) <= now ? m.campaigns_fact_ended() : m.campaigns_fact_ends()}>
          {endsAt ? formatDate(endsAt, now) : m.campaigns_fact_no_end()}
        </Fact>
        {paysResults(campaign.reward) && (
          <Fact name={m.campaigns_fact_cookie()} note={m.campaigns_cookie_hint()}>
            {days(campaign.cookieDays)}
          </Fact>
        )}
        <Fact name={m.campaigns_fact_hold()}>{days(campaign.holdDays)}</Fact>
        {cap !== null && (
          <Fact name={m.campaigns_fact_cap()}>
            {m.common_crels({ count: cap, amount: formatNumber(cap) })}
          </Fact>
        )}
        <Fact name={m.campaigns_fact_members()}>{formatNumber(campaign.members)}</Fact>
        {memberLimit !== null && (
          <Fact name={m.campaigns_fact_places()}>
            {m.campaigns_fact_places_value({
              left: formatNumber(placesLeft(campaign)!),
              limit: formatNumber(memberLimit),
            })}
          </Fact>
        )}
        <Fact name={m.campaigns_fact_channels()}>
          {requiredChannels.length > 0 ? channelList(requiredChannels) : m.campaigns_fact_channels_any()}
        </Fact>
        <Fact name={m.campaigns_fact_countries()}>
          <Countries codes={countries} />
        </Fact>
        <Fact name={m.campaigns_fact_destination()}>{campaign.destinationHost}</Fact>
      </dl>
      <div className={classes.budget}>
        <div className={classes.budgetHead}>
          <b>{m.campaigns_budget_heading()}</b>
          <b>{left}</b>
        </div>
        <Meter
          value={campaign.budgetLeftPercent}
          label={m.campaigns_budget_heading()}
          text={left}
          tone={campaign.budgetLeftPercent <= 15 ? 'coral' : 'green'}
        />
        {!isOver && <p className={classes.hint}>{m.campaigns_budget_hint()}</p>}
      </div>
    </Card>
  )
}

function Fact({ name, note, children }: { name: string; note?: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>
        {children}
        {note && <span className={classes.note}>{note}</span>}
      </dd>
    </div>
  )
}

/** How many countries are named before the rest waits for a press. */
const countriesNamed = 4

function Countries({ codes }: { codes: readonly string[] }) {
  const [all, setAll] = useState(false)
  if (codes.length === 0) return m.campaigns_fact_countries_any()
  const names = codes.map(countryName).sort((one, other) => one.localeCompare(other, languageTag))
  const rest = names.length - countriesNamed
  if (all || rest <= 1) return names.join(', ')
  return (
    <>
      {names.slice(0, countriesNamed).join(', ')}{' '}
      <button type="button" className={classes.more} onClick={() => setAll(true)}>
        {m.campaigns_countries_more({ count: rest, amount: formatNumber(rest) })}
      </button>
    </>
  )
}

function days(count: number): string {
  return m.campaigns_days_value({ count, amount: formatNumber(count) })
}
