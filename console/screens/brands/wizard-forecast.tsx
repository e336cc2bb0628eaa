import { Group, NumberInput } from '@mantine/core'
import { useState } from 'react'
import { m } from '#console-messages'
import { campaignForecast, type CampaignForecast } from '#rules/campaign-forecast.ts'
import { Card } from '#console/ui/card.tsx'
import { Facts } from '#console/ui/facts.tsx'
import { formatNumber, formatUsd } from '#console/ui/format.ts'
import { rewardOf, type CampaignDraft } from './campaign-draft.ts'
import styles from './wizard.module.css'

/** What a budget buys by the reward that is typed, and by what is expected of a thousand clicks. */
export function WizardForecast({
  draft,
  budgetCrels,
  usdToCrels,
}: {
  draft: CampaignDraft
  budgetCrels: number
  usdToCrels: string
}) {
  const [expected, setExpected] = useState<Expected>({ leads: 20, sales: 10, saleUsd: 50, clicks: 500 })
  const forecast = forecastOf(draft, expected, { budgetCrels, rate: usdToCrels })
  const money = (usdCents: number | null) => (usdCents === null ? null : formatUsd(usdCents))
  const count = (value: number | null) => (value === null ? null : formatNumber(value))
  const field = (name: keyof typeof expected) => ({
    value: expected[name],
    min: 0,
    max: 1_000_000,
    allowNegative: false,
    onChange: (value: string | number) => setExpected({ ...expected, [name]: Number(value) }),
  })
  return (
    <Card heading={m.campaigns_forecast()}>
      <p className={styles.note}>{m.campaigns_forecast_lead({ rate: usdToCrels })}</p>
      <Group grow align="end">
        <NumberInput label={m.campaigns_expected_leads()} allowDecimal={false} {...field('leads')} />
        <NumberInput label={m.campaigns_expected_sales()} allowDecimal={false} {...field('sales')} />
      </Group>
      <Group grow align="end">
        <NumberInput label={m.campaigns_expected_sale()} decimalScale={2} prefix="$" {...field('saleUsd')} />
        <NumberInput label={m.campaigns_expected_clicks()} allowDecimal={false} {...field('clicks')} />
      </Group>
      {forecast && (
        <div role="status" aria-label={m.campaigns_forecast()}>
          <Facts
            facts={[
              [m.campaigns_cost_clicks(), money(forecast.per1000ClicksUsdCents)],
              [m.campaigns_cost_lead(), money(forecast.leadUsdCents)],
              [m.campaigns_cost_sale(), money(forecast.saleUsdCents)],
              [m.campaigns_cost_all(), money(forecast.allPer1000ClicksUsdCents)],
              ...(budgetCrels > 0
                ? ([
                    [m.campaigns_most_clicks(), count(forecast.clicksMost)],
                    [m.campaigns_most_leads(), count(forecast.leadsMost)],
                    [m.campaigns_most_sales(), count(forecast.salesMost)],
                    [m.campaigns_until_spent(), count(forecast.clicksUntilSpent)],
                    [
                      m.campaigns_days_until_spent(),
                      forecast.daysUntilSpent === null
                        ? null
                        : m.campaigns_days({ count: forecast.daysUntilSpent }),
                    ],
                  ] as const)
                : []),
            ]}
          />
          {budgetCrels === 0 && <p className={styles.note}>{m.campaigns_forecast_no_budget()}</p>}
        </div>
      )}
    </Card>
  )
}

interface Expected {
  leads: number
  sales: number
  saleUsd: number
  clicks: number
}

/** Null while something that is typed is no amount. */
function forecastOf(
  draft: CampaignDraft,
  expected: Expected,
  { budgetCrels, rate }: { budgetCrels: number; rate: string },
): CampaignForecast | null {
  try {
    return campaignForecast({
      reward: rewardOf(draft),
      budgetCrels,
      leadsPer1000Clicks: expected.leads,
      salesPer1000Clicks: expected.sales,
      saleUsdCents: Math.round(expected.saleUsd * 100),
      clicksPerDay: expected.clicks || null,
      rate,
    })
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
