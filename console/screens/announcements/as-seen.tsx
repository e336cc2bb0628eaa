import { m } from '#console-messages'
import styles from './announcements.module.css'

/** An announcement as members have it in their inbox. */
export function AsSeen({ title, body }: { title: string; body: string }) {
  return (
    <article className={styles.seen}>
      <b>
        <bdi>{title}</bdi>
      </b>
      {body.split(/\n{2,}/).map((paragraph, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- paragraphs have no other name, and may be alike
        <p key={index}>
          <bdi>{paragraph}</bdi>
        </p>
      ))}
      <u>{m.announcements_read_more()}</u>
    </article>
  )
}
