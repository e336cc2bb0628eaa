import { m } from '#console-messages'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { CampaignTable } from './campaign-table.tsx'

/** Campaigns of all brands. */
export default function Campaigns() {
  return (
    <>
      <ScreenHead title={m.shell_campaigns()} />
      <CampaignTable empty={m.campaigns_empty()} />
    </>
  )
}
