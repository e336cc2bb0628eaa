import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#console-messages'
import { getRequestPicture } from '#contracts/operator-support.endpoints.ts'
import { call } from '#console/platform/api.ts'
import { useMay } from '#console/platform/session.ts'
import { FailureAlert } from '#console/ui/failure-alert.tsx'
import styles from './inboxes.module.css'

/** The pictures of a message, small; each opens large. */
export function RequestPictures({
  request,
  messageId,
  count,
}: {
  request: string
  messageId: string
  count: number
}) {
  const may = useMay()
  if (count === 0 || !may('member.view')) return null
  return (
    <ul className={styles.pictures} aria-label={m.inboxes_pictures()}>
      {Array.from({ length: count }, (_, index) => (
        <li key={index}>
          <RequestPicture request={request} messageId={messageId} place={index + 1} />
        </li>
      ))}
    </ul>
  )
}

function RequestPicture(part: { request: string; messageId: string; place: number }) {
  const { request: id, messageId, place } = part
  const [isLarge, setLarge] = useState(false)
  const picture = useQuery({
    queryKey: ['request-picture', messageId, place],
    queryFn: async ({ signal }) => {
      const bytes = await call(getRequestPicture, { params: { id, messageId, place }, signal })
      return await dataUrl(bytes as unknown as Blob)
    },
    staleTime: Infinity,
    // Nothing of a person stays once its request is closed on the screen.
    gcTime: 0,
  })
  if (picture.isError) return <FailureAlert error={picture.error} />
  if (picture.isPending) return <span className={styles.awaited} />
  const name = m.inboxes_picture({ place })
  return (
    <>
      <button type="button" aria-label={m.inboxes_picture_open({ place })} onClick={() => setLarge(true)}>
        <img src={picture.data} alt="" />
      </button>
      <Modal opened={isLarge} onClose={() => setLarge(false)} title={name} size="auto">
        <img src={picture.data} alt={name} className={styles.large} />
      </Modal>
    </>
  )
}

/** Some bytes as an address that is themselves: nothing is left of it once it is shown no more. */
async function dataUrl(bytes: Blob): Promise<string> {
  return await new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => reject(reader.error!))
    reader.readAsDataURL(bytes)
  })
}
