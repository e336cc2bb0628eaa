import { useCallback, type ComponentProps } from 'react'
import { m } from '#messages'
import { Button } from '../button.tsx'
import { DownloadIcon } from '../download-icon.tsx'
import { Loaded } from '../loaded.tsx'
import { ShareIcon } from '../share-icon.tsx'
import { Loading, Skeleton } from '../skeleton.tsx'
import { Dialog } from './dialog.tsx'
import classes from './picture-dialog.module.css'

/**
 * A picture of one's own to post: what it looks like, and the system's share sheet where the browser hands files to it;
 * to save it everywhere.
 */
export function PictureDialog({
  heading,
  alt,
  name,
  picture,
  onSave,
  onClose,
}: {
  heading: string
  /** What the picture says. */
  alt: string
  /** Of its file. */
  name: string
  picture: ComponentProps<typeof Loaded<Blob>>['query']
  onSave: (file: Blob, name: string) => void
  onClose: () => void
}) {
  const file = picture.data && new File([picture.data], name, { type: picture.data.type })
  const isShareable = file !== undefined && navigator.canShare?.({ files: [file] })
  const share = () => {
    // Closing the sheet is no failure, and the picture can be saved beside it.
    navigator.share({ files: [file!] }).catch(() => {})
  }
  return (
    <Dialog
      open
      onClose={onClose}
      heading={heading}
      actions={
        file && (
          <>
            {isShareable && (
              <Button look="gold" full icon={<ShareIcon size={20} />} onClick={share}>
                {m.pictures_share()}
              </Button>
            )}
            <Button
              look={isShareable ? 'soft' : 'gold'}
              full
              icon={<DownloadIcon size={20} />}
              onClick={() => onSave(file, name)}
            >
              {m.pictures_save()}
            </Button>
          </>
        )
      }
    >
      <Loaded
        query={picture}
        heading={m.pictures_failed()}
        waiting={
          <div className={classes.picture}>
            <Loading>
              <Skeleton height="100%" radius={20} />
            </Loading>
          </div>
        }
      >
        {(image) => (
          <div className={classes.picture}>
            <Preview file={image} alt={alt} />
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}

/** A file in the page's memory: its address is given up with the image. */
function Preview({ file, alt }: { file: Blob; alt: string }) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      image.src = URL.createObjectURL(file)
      return () => URL.revokeObjectURL(image.src)
    },
    [file],
  )
  return <img ref={show} alt={alt} />
}
