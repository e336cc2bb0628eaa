import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { FEE_TIERS, priceInCrels } from '#rules/exchange.ts'
import { useRate } from '#web/features/exchange/shared/queries.ts'
import { RateFailed } from '#web/features/exchange/shared/rate-failed.tsx'
import { tierText, worthOf } from '../features/exchange/worth.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Card, Row, Rows } from '../ui/card.tsx'
import { Coin } from '#web/ui/common/coin.tsx'
import { formatBps, formatNumber, formatRate, formatUsd } from '#web/ui/common/format.ts'
import { Page } from '../ui/page.tsx'
import { Steps } from '../ui/steps.tsx'
import classes from './crels-about.module.css'
import columns from './side-column.module.css'

/** Dollars the rate is explained with: their crels are a sum that comes out even. */
const exampleUsdCents = 100_00

/** `/crels/about`: what a crel is, what it is worth, what the fee is, how it is earned. Open to everyone. */
export default function AboutCrelsPage() {
  const rate = useRate()
  const exampleCrels = priceInCrels(exampleUsdCents, rate.usdToCrels).baseCrels
  const example = worthOf(exampleCrels, rate)
  return (
    <Page title={m.pages_crels_about()}>
      <div className={classes.lead}>
        <Coin size={72} />
        <p>{m.wallet_about_lead()}</p>
      </div>
      <div className={columns.layout}>
        <div className={columns.side}>
          <Card className={classes.card}>
            <h2>{m.wallet_about_rate_heading()}</h2>
            <p className={classes.rate}>
              {rate.standing === 'default'
                ? m.wallet_about_rate_default({ rate: formatRate(rate.usdToCrels) })
                : m.wallet_about_rate({ rate: formatRate(rate.usdToCrels) })}
            </p>
            <RateFailed rate={rate} />
            {example && (
              <p>
                {m.wallet_about_example({
                  crels: m.common_crels({ count: exampleCrels, amount: formatNumber(exampleCrels) }),
                  gross: formatUsd(example.grossUsdCents),
                  net: formatUsd(example.usdCents),
                  fee: formatBps(example.feeBps),
                })}
              </p>
            )}
          </Card>
          <Card className={classes.card}>
            <h2>{m.wallet_about_fee_heading()}</h2>
            <p>{m.wallet_about_fee_text()}</p>
            <Rows>
              {FEE_TIERS.map((tier, index) => (
                <Row key={tier.feeBps}>
                  <span>{tierText(index)}</span>
                  <b>{formatBps(tier.feeBps)}</b>
                </Row>
              ))}
            </Rows>
          </Card>
        </div>
        <div className={columns.main}>
          <Card className={classes.card}>
            <h2>{m.wallet_about_how_heading()}</h2>
            <Steps
              steps={[
                m.wallet_about_how_1(),
                m.wallet_about_how_2(),
                m.wallet_about_how_3(),
                m.wallet_about_how_4(),
              ]}
            />
          </Card>
          <Card className={classes.card}>
            <h2>{m.wallet_about_whole_heading()}</h2>
            <p>{m.wallet_about_whole_text()}</p>
            <h2>{m.wallet_about_points_heading()}</h2>
            <p>{m.wallet_about_points_text()}</p>
          </Card>
          <div className={classes.actions}>
            <ButtonLink to={paths.campaigns}>{m.wallet_about_cta()}</ButtonLink>
            <ButtonLink look="soft" to={paths.crels('wallet')}>
              {m.wallet_about_wallet()}
            </ButtonLink>
          </div>
        </div>
      </div>
    </Page>
  )
}
