import { m } from '#messages'
import type { PublicCard, Reward } from '#contracts/campaigns.schemas.ts'
import { languageTags } from '#contracts/languages.ts'
import type { Db } from '#server/platform/database.ts'
import { markdownHtml } from '#server/platform/http/markdown-html.ts'
import { escapeHtml } from '#server/platform/http/plain-page.ts'
import { languageInUse, textNamed } from '#server/platform/language.ts'
import { grouped } from '#server/platform/shown-amounts.ts'
import { dateText } from '#server/platform/shown-times.ts'
import { publicCard } from './campaign-card.ts'
import { campaignNow } from './campaign-now.ts'
import { termsOf, type CampaignRow } from './campaign-queries.ts'

/** A campaign as its page says it where no script runs: the offer, what it pays, its conditions and its terms, as HTML. */
export async function campaignHtml(db: Db, row: CampaignRow, now: Date): Promise<string> {
  const campaign = publicCard(await campaignNow(db, row, now), now)
  const terms = await termsOf(db, row.id, row.termsVersion)
  return [
    `<h2 dir="auto">${escapeHtml(campaign.title)}</h2>`,
    `<p dir="auto">${escapeHtml(campaign.summary)}</p>`,
    `<h2>${escapeHtml(m.campaigns_pays_heading())}</h2>${listOf(payLines(campaign.reward))}`,
    `<h2>${escapeHtml(m.campaigns_facts_heading())}</h2>${listOf(facts(campaign, row, now))}`,
    `<h2>${escapeHtml(m.campaigns_terms_heading())}</h2><div dir="auto">${markdownHtml(terms)}</div>`,
  ].join('')
}

type Line = [name: string, value: string]

function listOf(lines: Line[]): string {
  const rows = lines.map(
    ([name, value]) => `<dt>${escapeHtml(name)}</dt><dd dir="auto">${escapeHtml(value)}</dd>`,
  )
  return `<dl>${rows.join('')}</dl>`
}

function payLines({ sale, leadCrels, clickMillicrels }: Reward): Line[] {
  const lines: Line[] = []
  if (sale)
    lines.push([
      m.campaigns_pays_sale(),
      'crels' in sale ? crels(sale.crels) : m.campaigns_pays_percent_amount({ percent: percent(sale.bps) }),
    ])
  if (leadCrels !== null) lines.push([m.campaigns_pays_lead(), crels(leadCrels)])
  if (clickMillicrels !== null) lines.push([m.campaigns_pays_click(), crels(clickMillicrels / 1000)])
  return lines
}

function facts(campaign: PublicCard, row: CampaignRow, now: Date): Line[] {
  const { startsAt, endsAt, memberLimit, requiredChannels, countries, budgetLeftPercent } = campaign
  const ended = endsAt !== null && new Date(endsAt) <= now
  const names = new Intl.DisplayNames(languageTags[languageInUse()], { type: 'region', fallback: 'code' })
  const left = { share: percent(budgetLeftPercent * 100), crels: crels(campaign.budgetLeftCrels) }
  return [
    [
      new Date(startsAt) > now ? m.campaigns_fact_will_start() : m.campaigns_fact_starts(),
      dateText(new Date(startsAt)),
    ],
    [
      ended ? m.campaigns_fact_ended() : m.campaigns_fact_ends(),
      endsAt === null ? m.campaigns_fact_no_end() : dateText(new Date(endsAt)),
    ],
    [m.campaigns_fact_cookie(), days(campaign.cookieDays)],
    [m.campaigns_fact_hold(), days(campaign.holdDays)],
    ...(row.perMemberCapCrels === null
      ? []
      : [[m.campaigns_fact_cap(), crels(row.perMemberCapCrels)] satisfies Line]),
    [m.campaigns_fact_members(), grouped(campaign.members)],
    ...(memberLimit === null
      ? []
      : [
          [
            m.campaigns_fact_places(),
            m.campaigns_fact_places_value({
              left: grouped(Math.max(0, memberLimit - campaign.members)),
              limit: grouped(memberLimit),
            }),
          ] satisfies Line,
        ]),
    [
      m.campaigns_fact_channels(),
      requiredChannels.length > 0 ? channelList(requiredChannels) : m.campaigns_fact_channels_any(),
    ],
    [
      m.campaigns_fact_countries(),
      countries.length > 0
        ? countries.map((code) => names.of(code) ?? code).join(', ')
        : m.campaigns_fact_countries_any(),
    ],
    [m.campaigns_fact_destination(), new URL(row.destinationUrl).host],
    [m.campaigns_budget_heading(), m.campaigns_budget_left(left)],
  ]
}

function channelList(channels: readonly string[]): string {
  const either = new Intl.ListFormat(languageTags[languageInUse()], { type: 'disjunction' })
  return either.format(channels.map((channel) => textNamed(`campaigns_channel_${channel}`) ?? channel))
}

function crels(count: number): string {
  return m.common_crels({ count, amount: grouped(count) })
}

function days(count: number): string {
  return m.campaigns_days_value({ count, amount: grouped(count) })
}

/** Basis points as percent: `12.5%`. */
function percent(bps: number): string {
  return new Intl.NumberFormat(languageTags[languageInUse()], {
    style: 'percent',
    maximumFractionDigits: 2,
  }).format(bps / 10_000)
}
