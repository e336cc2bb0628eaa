import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { m } from '#messages'
import { getShortlinkQrPng, getShortlinkQrSvg } from '#contracts/shortlinks.endpoints.ts'
import type { Shortlink } from '#contracts/shortlinks.schemas.ts'
import { receiveFile, saveFile } from '#web/platform/receive-file.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/rare/dialog.tsx'
import { DownloadIcon } from '#web/ui/download-icon.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Notice } from '#web/ui/common/notice.tsx'
import { problemOf } from '#web/ui/problem-of.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { SwitchRow } from '#web/ui/rare/switch-row.tsx'
import { withoutScheme } from './link-list.tsx'
import classes from './shortlinks.module.css'

/** Pixels a side of the picture that is saved: enough to print a hand's width. */
const savedSize = 1024

/** A link as a code for cameras, to be shown or saved: dark on white in both schemes, as cameras want it. */
export function QrDialog({ link, onClose }: { link: Shortlink; onClose: () => void }) {
  const [hasLogo, setHasLogo] = useState(true)
  const params = { id: link.id }
  const logo = hasLogo ? 'true' : 'false'
  const svg = useQuery({
    queryKey: ['shortlinks', 'qr', link.id, logo],
    queryFn: ({ signal }) =>
      receiveFile(getShortlinkQrSvg, 'image/svg+xml', { params, query: { logo }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const png = useMutation({
    mutationFn: async () => {
      const query = { logo, size: savedSize } as const
      saveFile(await receiveFile(getShortlinkQrPng, 'image/png', { params, query }), `${link.code}.png`)
    },
  })
  const shown = useObjectUrl(svg.data)
  return (
    <Dialog open onClose={onClose} heading={m.shortlinks_qr_heading()}>
      <div className={classes.form}>
        {shown ? (
          <img
            className={classes.qr}
            src={shown}
            alt={m.shortlinks_qr_alt({ url: withoutScheme(link.url) })}
            width={280}
            height={280}
          />
        ) : svg.isError ? (
          <ErrorState
            {...problemOf(svg.error)}
            onRetry={() => void svg.refetch()}
            retrying={svg.isFetching}
          />
        ) : (
          <Skeleton height={280} />
        )}
        <SwitchRow label={m.shortlinks_qr_logo()} checked={hasLogo} onChange={setHasLogo} />
        <div className={classes.buttons}>
          <Button
            size="s"
            icon={<DownloadIcon size={18} />}
            disabled={!svg.data}
            onClick={() => svg.data && saveFile(svg.data, `${link.code}.svg`)}
          >
            {m.shortlinks_qr_svg()}
          </Button>
          <Button
            look="soft"
            size="s"
            icon={<DownloadIcon size={18} />}
            loading={png.isPending}
            onClick={() => png.mutate()}
          >
            {m.shortlinks_qr_png()}
          </Button>
        </div>
        {png.isError && <Notice>{problemOf(png.error).detail ?? m.shortlinks_unanswered()}</Notice>}
      </div>
    </Dialog>
  )
}

/** An address for a file in memory, for as long as it is shown. */
function useObjectUrl(file: Blob | undefined): string | undefined {
  const url = useMemo(() => file && URL.createObjectURL(file), [file])
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url])
  return url
}
