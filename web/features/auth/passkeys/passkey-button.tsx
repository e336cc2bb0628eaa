import { useState } from 'react'
import { Button, type ButtonLook } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/common/notice.tsx'
import { passkeyFailure } from './passkey-failure.ts'

/** Asks for a passkey when it is pressed. What `onPress` throws is said above it, unless it is handled there. */
export function PasskeyButton({
  label,
  look,
  first = false,
  onPress,
}: {
  label: string
  look?: ButtonLook['look']
  /** In a dialog: the focus begins here. */
  first?: boolean
  onPress: () => Promise<void>
}) {
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function ask(): Promise<void> {
    if (isBusy) return
    setFailure(null)
    setBusy(true)
    try {
      await onPress()
    } catch (error) {
      setFailure(passkeyFailure(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      {failure && <Notice>{failure}</Notice>}
      <Button
        look={look}
        full
        loading={isBusy}
        data-autofocus={first || undefined}
        onClick={() => void ask()}
      >
        {label}
      </Button>
    </>
  )
}
