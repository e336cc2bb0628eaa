import { useQuery } from '@tanstack/react-query'
import { m } from '#messages'
import { getMonthCard } from '#contracts/wallet.endpoints.ts'
import { receiveFile, saveFile } from '#web/platform/receive-file.ts'
import { formatMonth } from '#web/ui/common/format.ts'
import { PictureDialog } from '#web/ui/rare/picture-dialog.tsx'

/** What a month `YYYY-MM` of this browser's zone brought, as a picture to post. */
export default function MonthPicture({ month, onClose }: { month: string; onClose: () => void }) {
  const { timeZone: zone } = new Intl.DateTimeFormat().resolvedOptions()
  const picture = useQuery({
    queryKey: ['wallet', 'month-picture', month, zone],
    queryFn: ({ signal }) => receiveFile(getMonthCard, 'image/png', { query: { month, zone }, signal }),
    meta: { live: ['balances'] },
    gcTime: 60_000,
  })
  const name = formatMonth(month, true)
  return (
    <PictureDialog
      heading={m.pictures_month_heading({ month: name })}
      alt={m.pictures_month_alt({ month: name })}
      name={`earned-${month}.png`}
      picture={picture}
      onSave={saveFile}
      onClose={onClose}
    />
  )
}
