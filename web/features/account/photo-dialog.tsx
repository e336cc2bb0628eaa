import { useEffect, useRef, useState } from 'react'
import Cropper from 'react-easy-crop'
import { m } from '#messages'
import { useDirtyForm } from '#web/platform/updates.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/rare/dialog.tsx'
import { Meter } from '#web/ui/meter.tsx'
import { Notice } from '#web/ui/common/notice.tsx'
import { cutPhoto, type Square } from './cut-photo.ts'
import { usePutPhoto } from './queries.ts'
import { saveFailure } from './save-failure.ts'
import classes from './photo-dialog.module.css'

const zoomMax = 4

/** The part of a picture that becomes the photo: moved by hand or arrow keys, zoomed by wheel, fingers or slider. */
export function PhotoDialog({
  uid,
  file,
  url,
  onClose,
}: {
  uid: string
  file: File
  /** Of the file, for the page. */ url: string
  onClose: () => void
}) {
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const square = useRef<Square | null>(null)
  const [share, setShare] = useState(0)
  const sending = useRef<AbortController | null>(null)
  const put = usePutPhoto(uid)
  useDirtyForm(true)
  useEffect(() => () => sending.current?.abort(), [])

  async function save(): Promise<void> {
    if (!square.current) return
    setShare(0)
    const { signal } = (sending.current = new AbortController())
    const image = await cutPhoto(file, square.current)
    put.mutate({ image, onProgress: setShare, signal }, { onSuccess: onClose })
  }

  function close(): void {
    sending.current?.abort()
    onClose()
  }

  return (
    <Dialog
      open
      onClose={close}
      heading={m.profile_photo_cut()}
      actions={
        <>
          <Button full loading={put.isPending} onClick={() => void save()}>
            {m.profile_photo_save()}
          </Button>
          <Button look="soft" full onClick={close}>
            {m.common_cancel()}
          </Button>
        </>
      }
    >
      <div className={classes.body}>
        <div className={classes.place}>
          <Cropper
            image={url}
            crop={crop}
            zoom={zoom}
            maxZoom={zoomMax}
            aspect={1}
            cropShape="round"
            showGrid={false}
            objectFit="contain"
            keyboardStep={8}
            cropperProps={{ 'aria-label': m.profile_photo_move(), role: 'application' }}
            mediaProps={{ alt: '' }}
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropComplete={(_, pixels) => (square.current = pixels)}
          />
        </div>
        <label className={classes.zoom}>
          <span>{m.profile_photo_zoom()}</span>
          <input
            type="range"
            min={1}
            max={zoomMax}
            step={0.1}
            value={zoom}
            onChange={(event) => setZoom(event.currentTarget.valueAsNumber)}
          />
        </label>
        {put.isPending && (
          <Meter
            value={Math.round(share * 100)}
            label={m.profile_photo_sending()}
            text={m.profile_photo_sent_share({ percent: Math.round(share * 100) })}
          />
        )}
        {put.isError && <Notice>{saveFailure(put.error, put.error.message)}</Notice>}
      </div>
    </Dialog>
  )
}
