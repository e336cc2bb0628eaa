import { m } from '#console-messages'
import { Card } from '#console/ui/card.tsx'
import styles from './insight.module.css'

/** What each figure is, precisely. The same is in docs/operating.md. */
export function HowCounted() {
  const lines = [
    [m.insight_by_day(), m.insight_how_day()],
    [m.insight_sign_ups(), m.insight_how_sign_ups()],
    [m.insight_activation(), m.insight_how_activation()],
    [m.insight_clicks(), m.insight_how_clicks()],
    [
      `${m.insight_accepted()}, ${m.insight_rejected()}, ${m.insight_reversed()}`,
      m.insight_how_conversions(),
    ],
    [m.insight_sales(), m.insight_how_sales()],
    [m.insight_cost(), m.insight_how_cost()],
  ]
  return (
    <Card heading={m.insight_how()}>
      <dl className={styles.how}>
        {lines.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
