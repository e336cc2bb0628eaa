import { useState } from 'react'
import classes from './avatar.module.css'

/** A person's photo, or the first letter of the name on the house's gradient. Decorative: the name is beside it. */
export function Avatar({ name, url, size = 36 }: { name: string; url?: string | null; size?: number }) {
  // A photo that does not come is no broken picture.
  const [failed, setFailed] = useState<string | null>(null)
  const style = { width: size, height: size, fontSize: size * 0.44 }
  if (url && url !== failed)
    return (
      <img
        className={classes.avatar}
        style={style}
        src={url}
        alt=""
        loading="lazy"
        onError={() => setFailed(url)}
      />
    )
  return (
    <span className={classes.avatar} style={style} aria-hidden="true">
      {[...name.trim()][0]?.toUpperCase()}
    </span>
  )
}
