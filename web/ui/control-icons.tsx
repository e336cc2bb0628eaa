import { icon } from './icon.tsx'

// Of controls that the first load does not show.

export const CopyIcon = icon(
  <>
    <rect x="8" y="8" width="12" height="12" rx="3" />
    <path d="M16 8V7a3 3 0 0 0-3-3H7a3 3 0 0 0-3 3v6a3 3 0 0 0 3 3h1" />
  </>,
)
export const ChevronRightIcon = icon(<path d="m9.5 6 6 6-6 6" />, 'along')
export const SearchIcon = icon(
  <>
    <circle cx="11" cy="11" r="6.5" />
    <path d="m16 16 4.5 4.5" />
  </>,
)
