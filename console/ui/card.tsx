import { createContext, useContext, useId, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import styles from './card.module.css'
import { FileButton, type ListFile } from './table/file-button.tsx'

/** Where in the head of a card the files of its lists are; null before it is drawn, undefined outside of a card. */
const FilePlace = createContext<HTMLElement | null | undefined>(undefined)

/** A part of a screen with its own heading, and what can be done there. */
export function Card({
  heading,
  acts,
  children,
}: {
  heading: string
  acts?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  const [filePlace, setFilePlace] = useState<HTMLElement | null>(null)
  return (
    <section className={styles.card} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{heading}</h2>
        <div className={styles.acts}>
          <span ref={setFilePlace} className={styles.files} />
          {acts}
        </div>
      </div>
      <FilePlace value={filePlace}>{children}</FilePlace>
    </section>
  )
}

/** Lines of a card: what it is, what is known of it, and what can be done. */
export function Lines({
  file,
  children,
}: {
  /** What a file says of them all; null where one would be of no use, which `console/every-list.test.ts` gives reasons for. */
  file: ListFile | null
  children: ReactNode
}) {
  return (
    <>
      {file && <InHead file={file} />}
      <ul className={styles.lines}>{children}</ul>
    </>
  )
}

/** The file of a list, in the head of its card; above the list where there is no card. */
function InHead({ file }: { file: ListFile }) {
  const place = useContext(FilePlace)
  if (place === undefined) return <FileButton {...file} />
  return place && createPortal(<FileButton {...file} />, place)
}

/** One of them. */
export function Line({ name, detail, acts }: { name: ReactNode; detail?: ReactNode; acts?: ReactNode }) {
  return (
    <li className={styles.line}>
      <div>
        <b>{name}</b>
        {detail && <div className={styles.detail}>{detail}</div>}
      </div>
      {acts}
    </li>
  )
}
