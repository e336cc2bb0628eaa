import { Button, type ButtonLook } from './button.tsx'
import { ShareIcon } from './share-icon.tsx'

/** Hands a link to the system's share sheet; there is no button where the browser has none. */
export function ShareButton({
  url,
  title,
  text,
  label,
  ...look
}: { url: string; title: string; text?: string; label: string } & ButtonLook) {
  if (!('share' in navigator)) return null
  return (
    <Button
      {...look}
      icon={<ShareIcon size={18} />}
      onClick={() => {
        // Closing the sheet is no failure, and a refusal needs no words: the link is beside it to copy.
        navigator.share({ url, title, text }).catch(() => {})
      }}
    >
      {label}
    </Button>
  )
}
