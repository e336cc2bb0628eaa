import { icon } from '#web/ui/icon.tsx'

/** A flame: a streak that goes on. */
export const FlameIcon = icon(
  <path d="M12 3c.6 3.2 5 5.2 5 10a5 5 0 0 1-10 0c0-1.9.9-3.2 2-4.2.2 1.6 1 2.4 1.8 2.7C10.6 8.7 10.7 5.6 12 3z" />,
)
