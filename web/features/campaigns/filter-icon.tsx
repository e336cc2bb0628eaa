import { icon } from '#web/ui/icon.tsx'

/** Two sliders: what narrows a list. */
export const FilterIcon = icon(
  <>
    <path d="M4 8h8M18 8h2M4 16h2M12 16h8" />
    <circle cx="15" cy="8" r="2.5" />
    <circle cx="9" cy="16" r="2.5" />
  </>,
)
