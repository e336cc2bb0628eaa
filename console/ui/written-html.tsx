import { useEffect, useRef } from 'react'
import styles from './written-html.module.css'

/**
 * A text as the server writes it for its page, which escapes it. Its links lead out of the console, and not out of what
 * is being written.
 */
export function WrittenHtml({ html }: { html: string }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    for (const link of place.current!.querySelectorAll('a')) {
      link.target = '_blank'
      link.rel = 'noreferrer'
    }
  })
  return (
    <div
      ref={place}
      className={styles.written}
      // oxlint-disable-next-line react/no-danger -- escaped where it is written, by markdownHtml of the server
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
