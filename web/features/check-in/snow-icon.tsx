import { icon } from '#web/ui/icon.tsx'

/** A snow crystal: a date that a freeze covered. */
export const SnowIcon = icon(
  <path d="M12 3v18M4.2 7.5l15.6 9M19.8 7.5l-15.6 9M9.5 4.5 12 7l2.5-2.5M9.5 19.5 12 17l2.5 2.5" />,
)
