import { useEffect, useEffectEvent, useRef, type HTMLAttributes } from 'react'
import { useNavigate } from 'react-router'

/** HTML that our build or our server wrote. Its links to pages of ours open in place; `onPress` gets what is clicked. */
export function WrittenHtml({
  html,
  onPress,
  ...attributes
}: { html: string; onPress?: (pressed: Element) => void } & HTMLAttributes<HTMLDivElement>) {
  const place = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const press = useEffectEvent((event: MouseEvent) => {
    const pressed = event.target as Element
    onPress?.(pressed)
    const href = pressed.closest('a')?.getAttribute('href')
    if (!href?.startsWith('/') || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void navigate(href)
  })
  useEffect(() => {
    const root = place.current!
    const onClick = (event: MouseEvent) => press(event)
    root.addEventListener('click', onClick)
    return () => root.removeEventListener('click', onClick)
  }, [])
  return (
    <div
      {...attributes}
      ref={place}
      // oxlint-disable-next-line react/no-danger -- escaped where it is written: in web/build/docs, or in a module of the server
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
