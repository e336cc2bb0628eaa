import { useEffect, useRef, useState, type ReactNode } from 'react'

/**
 * Draws its content, and fetches what that needs, once its place is about to come into view; it then stays. `meanwhile`
 * takes its place until then.
 */
export function WhenNear({
  minHeight,
  meanwhile,
  children,
}: {
  minHeight?: number
  meanwhile?: ReactNode
  children: ReactNode
}) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (isNear || !place.current) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) setNear(true)
      },
      { rootMargin: '200px' },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [isNear])
  if (isNear) return children
  return (
    <div ref={place} style={{ minHeight }}>
      {meanwhile}
    </div>
  )
}
