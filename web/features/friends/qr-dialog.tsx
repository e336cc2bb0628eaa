import { renderSVG } from 'uqr'
import { m } from '#messages'
import { Dialog } from '#web/ui/dialog.tsx'
import classes from './qr-dialog.module.css'

/** The invitation as a code for another person's camera: dark on white in both schemes, as cameras want it. */
export function QrDialog({ text, onClose }: { text: string; onClose: () => void }) {
  const svg = renderSVG(text, { ecc: 'M', border: 3 })
  return (
    <Dialog open onClose={onClose} heading={m.friends_qr_heading()}>
      <img
        className={classes.code}
        src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
        alt={m.friends_qr_alt({ url: text.replace(/^https?:\/\//, '') })}
        width={280}
        height={280}
      />
      <p className={classes.hint}>{m.friends_qr_hint()}</p>
    </Dialog>
  )
}
