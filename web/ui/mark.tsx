import { siteLogoMeta } from '#contracts/site-name.ts'
import classes from './mark.module.css'

/** The mark: the C of a coin, its gap filled by the click that earns it. Decorative unless it has a label. */
export function Mark({ size = 34, label }: { size?: number; label?: string }) {
  return (
    <svg
      data-mark={size}
      viewBox="0 0 32 32"
      width={size}
      height={size}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <rect className={classes.tile} width="32" height="32" rx="10" />
      <path className={classes.c} d="M20.6 10.2a8 8 0 1 0 0 11.6" />
      <circle className={classes.click} cx="22.4" cy="16" r="2.9" />
    </svg>
  )
}

/** The operator's own logo, where the page came with one; the server writes it into what is rendered at build time. */
const logo = globalThis.document?.querySelector<HTMLMetaElement>(`meta[name=${siteLogoMeta}]`)?.content

/** The site's logo with the name beside it, as used in headers. */
export function Wordmark({ size = 34, name }: { size?: number; name: string }) {
  return (
    <span className={classes.wordmark}>
      {logo ? <img src={logo} alt="" width={size} height={size} /> : <Mark size={size} />}
      <span className={classes.name}>{name}</span>
    </span>
  )
}
