import { useEffectEvent, useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { m } from '#messages'
import { Button } from '../button.tsx'
import { CrossIcon } from '../icons.tsx'
import classes from './dialog.module.css'

/**
 * A modal sheet: at the thumb on phones, in the middle on wide screens. Escape, the cross and the backdrop close it. The
 * focus goes to what has `data-autofocus`, else to the cross, and back to where it was afterwards.
 */
export function Dialog({
  open,
  onClose,
  heading,
  children,
  actions,
  size = 'm',
  isCentred = false,
}: {
  open: boolean
  onClose: () => void
  heading: ReactNode
  children?: ReactNode
  /** Buttons at the end; the first is nearest to the thumb. */
  actions?: ReactNode
  size?: 'm' | 'l'
  /** Heading in the middle, as of good news. */
  isCentred?: boolean
}) {
  const ref = useRef<HTMLDialogElement>(null)
  const headingId = useId()
  const close = useEffectEvent(onClose)
  // Before it leaves the page, which gives no focus back: many a dialog is taken away whole.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog || !open) return
    const onBackdrop = (event: MouseEvent) => {
      if (event.target === dialog) close()
    }
    dialog.showModal()
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    dialog.addEventListener('click', onBackdrop)
    return () => {
      dialog.removeEventListener('click', onBackdrop)
      dialog.close()
    }
  }, [open])

  return (
    <dialog
      ref={ref}
      className={classes.dialog}
      data-size={size}
      data-centred={isCentred || undefined}
      aria-labelledby={headingId}
      onCancel={(event) => {
        // Not of a file's picker in it, which was closed.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      // Chrome closes it all the same where Escape is pressed again with nothing between: what asks first stays.
      onClose={({ currentTarget }) => {
        if (open && !currentTarget.open) currentTarget.showModal()
      }}
    >
      {open && (
        <div className={classes.sheet}>
          <div className={classes.head}>
            <h2 id={headingId}>{heading}</h2>
            <button type="button" className={classes.close} aria-label={m.common_close()} onClick={onClose}>
              <CrossIcon size={20} />
            </button>
          </div>
          <div className={classes.body}>{children}</div>
          {actions && <div className={classes.actions}>{actions}</div>}
        </div>
      )}
    </dialog>
  )
}

/**
 * Asks before something that is not easily undone. `confirm` is the verb itself, never "OK"; `dismiss` is "Cancel", unless
 * the act itself cancels something.
 */
export function ConfirmDialog({
  open,
  onClose,
  heading,
  children,
  confirm,
  dismiss = m.common_cancel(),
  onConfirm,
  busy,
  danger,
}: {
  open: boolean
  onClose: () => void
  heading: ReactNode
  children?: ReactNode
  confirm: string
  dismiss?: string
  onConfirm: () => void
  busy?: boolean
  danger?: boolean
}) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      heading={heading}
      actions={
        <>
          <Button look={danger ? 'danger' : 'primary'} full onClick={onConfirm} loading={busy}>
            {confirm}
          </Button>
          <Button look="soft" full onClick={onClose} disabled={busy}>
            {dismiss}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
