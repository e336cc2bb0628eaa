import { useQuery } from '@tanstack/react-query'
import { m } from '#messages'
import { getStreakCard } from '#contracts/rewards.endpoints.ts'
import { receiveFile, saveFile } from '#web/platform/receive-file.ts'
import { formatNumber } from '#web/ui/common/format.ts'
import { PictureDialog } from '#web/ui/rare/picture-dialog.tsx'

/** The streak as a picture to post. */
export function StreakPicture({ days, onClose }: { days: number; onClose: () => void }) {
  const picture = useQuery({
    // Another day has another picture.
    queryKey: ['check-in', 'picture', days],
    queryFn: ({ signal }) => receiveFile(getStreakCard, 'image/png', { signal }),
    gcTime: 60_000,
  })
  return (
    <PictureDialog
      heading={m.pictures_streak_heading()}
      alt={m.pictures_streak_alt({ count: days, days: formatNumber(days) })}
      name={`streak-${days}.png`}
      picture={picture}
      onSave={saveFile}
      onClose={onClose}
    />
  )
}
