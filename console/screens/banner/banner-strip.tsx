import { m } from '#console-messages'
import styles from './banner.module.css'

/** A banner as it stands above a page. */
export function BannerStrip({ text, path }: { text: string; path: string | null }) {
  return (
    <section className={styles.strip} aria-label={m.banner_preview()}>
      <bdi>{text}</bdi>
      {path !== null && <u>{m.banner_preview_more()}</u>}
    </section>
  )
}
