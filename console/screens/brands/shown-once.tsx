import { Button, CopyButton, Modal, Stack } from '@mantine/core'
import { m } from '#console-messages'
import styles from './brands.module.css'

/** A secret in the one moment in which it is shown; `null` is closed. */
export function ShownOnce({
  title,
  lead,
  text,
  links,
  onClose,
}: {
  title: string
  lead: string
  text: string | null
  /** What helps to use it: a name, and an address that opens beside. */
  links?: readonly (readonly [name: string, href: string])[]
  onClose: () => void
}) {
  return (
    // Closed by its button alone: what is lost is made anew.
    <Modal
      opened={text !== null}
      onClose={onClose}
      title={title}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      {text !== null && (
        <Stack gap="sm">
          <p className={styles.lead}>{lead}</p>
          <code className={styles.secret}>{text}</code>
          <CopyButton value={text}>
            {({ copied, copy }) => (
              <Button variant="light" onClick={copy} data-autofocus>
                {copied ? m.common_copied() : m.common_copy()}
              </Button>
            )}
          </CopyButton>
          {links?.map(([name, href]) => (
            <a key={href} href={href} target="_blank" rel="noreferrer">
              {name}
            </a>
          ))}
          <Button onClick={onClose}>{m.common_close()}</Button>
        </Stack>
      )}
    </Modal>
  )
}
