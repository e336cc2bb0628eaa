import { m } from '#messages'
import { Card } from '#web/ui/card.tsx'
import { Steps } from '#web/ui/steps.tsx'

/** From joining to the wallet in three steps, for those who have not joined. */
export function HowCard() {
  return (
    <Card>
      <h2>{m.campaigns_how_heading()}</h2>
      <Steps steps={[m.campaigns_how_join(), m.campaigns_how_share(), m.campaigns_how_earn()]} />
    </Card>
  )
}
