import { Button, FileButton } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { m } from '#console-messages'
import { putOperatedSiteLogo, removeOperatedSiteLogo } from '#contracts/operator-site.endpoints.ts'
import { call } from '#console/platform/api.ts'
import { useMay } from '#console/platform/session.ts'
import { FailureAlert } from '#console/ui/failure-alert.tsx'
import { Tile } from '#console/ui/tile.tsx'
import styles from './site.module.css'

/** The site's logo: seen, uploaded, removed. */
export function SiteLogo({ name, logoURL }: { name: string; logoURL: string | null }) {
  const client = useQueryClient()
  const may = useMay()
  const put = useMutation({
    mutationFn: async (file: File | null) =>
      file ? await call(putOperatedSiteLogo, { body: file }) : await call(removeOperatedSiteLogo),
    onSuccess: async (_, file) => {
      notifications.show({ message: file ? m.site_logo_kept() : m.site_logo_removed() })
      await client.invalidateQueries()
    },
  })
  return (
    <div>
      <b>{m.site_logo()}</b>
      <p className={styles.note}>{logoURL === null ? m.site_logo_none() : m.site_logo_hint()}</p>
      <div className={styles.logo}>
        <Tile name={name} url={logoURL} size="square" />
        {may('site.set') && (
          <>
            <FileButton
              accept="image/jpeg,image/png,image/webp,image/svg+xml"
              onChange={(file) => file && put.mutate(file)}
            >
              {(props) => (
                <Button {...props} variant="light" loading={put.isPending}>
                  {logoURL === null ? m.site_logo_put() : m.site_logo_other()}
                </Button>
              )}
            </FileButton>
            {logoURL !== null && (
              <Button variant="default" disabled={put.isPending} onClick={() => put.mutate(null)}>
                {m.site_logo_remove()}
              </Button>
            )}
          </>
        )}
      </div>
      {put.isError && <FailureAlert error={put.error} />}
    </div>
  )
}
