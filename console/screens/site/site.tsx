import { useQuery } from '@tanstack/react-query'
import { m } from '#console-messages'
import { siteLines } from '#contracts/operator-site.constants.ts'
import { getOperatedSite } from '#contracts/operator-site.endpoints.ts'
import { call } from '#console/platform/api.ts'
import { Card } from '#console/ui/card.tsx'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import { SiteChanges } from './site-changes.tsx'
import { SiteLineForm } from './site-line-form.tsx'
import { SiteLogo } from './site-logo.tsx'
import { SiteZone } from './site-zone.tsx'
import layout from '#console/ui/layout.module.css'
import styles from './site.module.css'

/** What the site says of itself: its name and logo, who runs it, and what was said before. */
export default function Site() {
  const site = useQuery({
    queryKey: ['site'],
    queryFn: async ({ signal }) => await call(getOperatedSite, { signal }),
  })
  if (site.isPending) return <LoadingState />
  if (site.isError) return <FailureState error={site.error} onRetry={() => void site.refetch()} />
  const valueOf = (name: (typeof siteLines)[number]) =>
    site.data.lines.find((line) => line.name === name)?.value ?? null
  return (
    <>
      <ScreenHead title={m.shell_site()} summary={m.site_summary()} />
      <div className={layout.parts}>
        <Card heading={m.site_face()}>
          <div className={styles.lines}>
            <SiteLineForm name="site.name" value={valueOf('site.name')} />
            <SiteZone value={valueOf('site.zone')} />
            <SiteLogo name={valueOf('site.name') ?? 'Crels'} logoURL={site.data.logoURL} />
          </div>
        </Card>
        <Card heading={m.site_who()}>
          <p className={styles.note}>{m.site_who_hint()}</p>
          <div className={styles.lines}>
            {siteLines
              .filter((name) => name.startsWith('operator.'))
              .map((name) => (
                <SiteLineForm key={name} name={name} value={valueOf(name)} />
              ))}
          </div>
        </Card>
        <SiteChanges site={site.data} />
      </div>
    </>
  )
}
