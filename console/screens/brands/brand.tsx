import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { m } from '#console-messages'
import { consoleRoutes } from '#contracts/console-routes.ts'
import { getOperatedBrand } from '#contracts/operator-brands.endpoints.ts'
import type { OperatedBrandDetail } from '#contracts/operator-brands.schemas.ts'
import { call } from '#console/platform/api.ts'
import { useMay } from '#console/platform/session.ts'
import { ActButton } from '#console/ui/act-button.tsx'
import { Card } from '#console/ui/card.tsx'
import { Facts } from '#console/ui/facts.tsx'
import { formatDate, formatDateTime } from '#console/ui/format.ts'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import type { RowAct } from '#console/ui/table/row-act.ts'
import { brandActs, contactAct } from './brand-acts.tsx'
import { BrandKeys } from './brand-keys.tsx'
import { BrandLogo } from './brand-logo.tsx'
import { BrandWebhooks } from './brand-webhooks.tsx'
import { BrandTexts, EditBrand } from './edit-brand.tsx'
import layout from '#console/ui/layout.module.css'
import styles from './brands.module.css'
import { CampaignTable } from './campaign-table.tsx'

/** One brand: what its pages say, its logo and its campaigns. */
export default function Brand() {
  const { slug } = useParams() as { slug: string }
  const brand = useQuery({
    queryKey: ['brand', slug],
    queryFn: async ({ signal }) => await call(getOperatedBrand, { params: { slug }, signal }),
  })
  if (brand.isPending) return <LoadingState />
  if (brand.isError) return <FailureState error={brand.error} onRetry={() => void brand.refetch()} />
  return <Shown brand={brand.data} />
}

function Shown({ brand }: { brand: OperatedBrandDetail }) {
  const { slug, name, suspendedAt } = brand
  const may = useMay()
  return (
    <>
      <ScreenHead
        title={<bdi>{name}</bdi>}
        summary={m.brands_summary({
          state: suspendedAt
            ? m.brands_suspended_since({ time: formatDateTime(suspendedAt) })
            : m.brands_active(),
          slug,
          date: formatDate(brand.createdAt),
        })}
      >
        <EditBrand brand={brand} />
        {[contactAct(brand), ...brandActs].map((act: RowAct<OperatedBrandDetail>) => (
          <ActButton key={act.id} act={act} row={brand} idOf={(row) => row.slug} nameOf={(row) => row.name} />
        ))}
      </ScreenHead>
      <div className={layout.parts}>
        <Card heading={m.brands_facts()}>
          <BrandTexts brand={brand} />
          <Facts facts={[[m.brands_contact(), brand.contactEmail ?? m.brands_no_contact()]]} />
        </Card>
        <BrandLogo brand={brand} />
        <BrandKeys slug={slug} />
        <BrandWebhooks slug={slug} />
      </div>
      <section className={styles.part}>
        <div className={styles.partHead}>
          <h2>{m.brands_campaigns()}</h2>
          {may('campaign.create') && brand.state === 'active' && (
            <Button variant="light" component={Link} to={`/${consoleRoutes.newCampaign}?brand=${slug}`}>
              {m.shell_new_campaign()}
            </Button>
          )}
        </div>
        <CampaignTable brand={slug} empty={m.brands_no_campaign()} />
      </section>
    </>
  )
}
