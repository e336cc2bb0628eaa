import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { m } from '#console-messages'
import { consoleRoutes } from '#contracts/console-routes.ts'
import { useMay } from '#console/platform/session.ts'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { CampaignTable } from './campaign-table.tsx'

/** Campaigns of all brands. */
export default function Campaigns() {
  const may = useMay()
  return (
    <>
      <ScreenHead title={m.shell_campaigns()}>
        {may('campaign.create') && (
          <Button variant="light" component={Link} to={`/${consoleRoutes.newCampaign}`}>
            {m.shell_new_campaign()}
          </Button>
        )}
      </ScreenHead>
      <CampaignTable empty={m.campaigns_empty()} />
    </>
  )
}
