import { Button, FileButton } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { m } from '#console-messages'
import { putOperatedBrandLogo, removeOperatedBrandLogo } from '#contracts/operator-brands.endpoints.ts'
import type { OperatedBrandDetail } from '#contracts/operator-brands.schemas.ts'
import { call } from '#console/platform/api.ts'
import { useMay } from '#console/platform/session.ts'
import { Card } from '#console/ui/card.tsx'
import { FailureAlert } from '#console/ui/failure-alert.tsx'
import { BrandTile } from './brand-tile.tsx'
import styles from './brands.module.css'

/** A brand's logo: seen as members see it, uploaded, removed. */
export function BrandLogo({ brand }: { brand: OperatedBrandDetail }) {
  const { slug, logoURL } = brand
  const client = useQueryClient()
  const may = useMay()
  const put = useMutation({
    mutationFn: async (file: File | null) =>
      file
        ? await call(putOperatedBrandLogo, { params: { slug }, body: file })
        : await call(removeOperatedBrandLogo, { params: { slug } }),
    onSuccess: async (_, file) => {
      notifications.show({ message: file ? m.brands_logo_kept() : m.brands_logo_removed() })
      await client.invalidateQueries()
    },
  })
  return (
    <Card heading={m.brands_logo()}>
      <div className={styles.logo}>
        <BrandTile brand={brand} isLarge />
        <p>{logoURL === null ? m.brands_logo_drawn() : m.brands_logo_hint()}</p>
        {may('brand.logo') && (
          <div className={styles.acts}>
            <FileButton
              accept="image/jpeg,image/png,image/webp,image/svg+xml"
              onChange={(file) => file && put.mutate(file)}
            >
              {(props) => (
                <Button {...props} variant="light" loading={put.isPending} title={m.brands_logo_hint()}>
                  {logoURL === null ? m.brands_logo_put() : m.brands_logo_other()}
                </Button>
              )}
            </FileButton>
            {logoURL !== null && (
              <Button variant="default" disabled={put.isPending} onClick={() => put.mutate(null)}>
                {m.brands_logo_remove()}
              </Button>
            )}
          </div>
        )}
      </div>
      {put.isError && <FailureAlert error={put.error} />}
    </Card>
  )
}
