import { m } from '#messages'
import { Dialog } from '#web/ui/rare/dialog.tsx'
import { QrImage } from '#web/ui/rare/qr-image.tsx'
import classes from './qr-dialog.module.css'

/** The invitation as a code for another person's camera. */
export function QrDialog({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} heading={m.friends_qr_heading()}>
      <QrImage text={text} alt={m.friends_qr_alt({ url: text.replace(/^https?:\/\//, '') })} />
      <p className={classes.hint}>{m.friends_qr_hint()}</p>
    </Dialog>
  )
}
