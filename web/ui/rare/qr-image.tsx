import { renderSVG } from 'uqr'
import classes from './qr-image.module.css'

/** A text as a code for another person's camera: dark on white in both schemes, as cameras want it. */
export function QrImage({ text, alt }: { text: string; alt: string }) {
  return (
    <img
      className={classes.code}
      src={`data:image/svg+xml,${encodeURIComponent(renderSVG(text, { ecc: 'M', border: 3 }))}`}
      alt={alt}
      width={280}
      height={280}
    />
  )
}
