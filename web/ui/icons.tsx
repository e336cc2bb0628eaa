import { icon } from './icon.tsx'

// The few icons of the first load: those of the navigation, and of what may go wrong. `control-icons.tsx` has those of
// controls, `password-field.tsx` those of passwords; others come one by one from the icon set.

export const HomeIcon = icon(<path d="M4 11 12 4l8 7v8a1 1 0 0 1-1 1h-5v-6h-4v6H5a1 1 0 0 1-1-1z" />)
export const CampaignIcon = icon(<path d="M4 10v4h3l8 5V5l-8 5zM18.5 9a4 4 0 0 1 0 6" />)
export const StarIcon = icon(<path d="m12 4 2.4 5 5.6.7-4.1 3.8 1 5.5-4.9-2.7-4.9 2.7 1-5.5L4 9.7l5.6-.7z" />)
export const LinkIcon = icon(
  <path d="M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1" />,
)
export const PersonIcon = icon(
  <>
    <circle cx="12" cy="8" r="4" />
    <path d="M4 20c1-4 4-6 8-6s7 2 8 6" />
  </>,
)
export const ChartIcon = icon(<path d="M4 20V10M10 20V4M16 20v-7M21 20H3" />)
export const WalletIcon = icon(
  <>
    <path d="M4 7.5A2.5 2.5 0 0 1 6.5 5H17v3M4 7.5V17a2.5 2.5 0 0 0 2.5 2.5H19a1 1 0 0 0 1-1V9a1 1 0 0 0-1-1H6.5" />
    <path d="M16 13.8h.01" />
  </>,
)
export const JoinedIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="m8.2 12.4 2.6 2.6 5-5.4" />
  </>,
)
export const BookIcon = icon(
  <path d="M12 6.5C10 5 7 4.5 4 5v13c3-.5 6 0 8 1.5 2-1.5 5-2 8-1.5V5c-3-.5-6 0-8 1.5zm0 0v13" />,
)
export const HelpIcon = icon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .9-1 1.7M12 16.8h.01" />
  </>,
)
export const CheckIcon = icon(<path d="m5 12.5 4.5 4.5L19 7.5" />)
export const CrossIcon = icon(<path d="m7 7 10 10M17 7 7 17" />)
export const BackIcon = icon(<path d="m14.5 6-6 6 6 6" />, 'along')
export const ArrowLeftIcon = icon(<path d="M19 12H5m6-6-6 6 6 6" />, 'along')
export const SunIcon = icon(
  <>
    <circle cx="12" cy="12" r="4" />
    <path d="M12 3v1.5M12 19.5V21M3 12h1.5M19.5 12H21M5.6 5.6l1.1 1.1M17.3 17.3l1.1 1.1M18.4 5.6l-1.1 1.1M6.7 17.3l-1.1 1.1" />
  </>,
)
export const MoonIcon = icon(<path d="M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z" />)
export const ScreenIcon = icon(
  <>
    <rect x="3.5" y="5" width="17" height="11.5" rx="2.5" />
    <path d="M9 20h6" />
  </>,
)
export const AlertIcon = icon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 7.5v5M12 16.3h.01" />
  </>,
)
export const OfflineIcon = icon(
  <path d="M4 4l16 16M5 12.5a10 10 0 0 1 4-2.4M8.5 16a5 5 0 0 1 6-.7M12 19.5h.01M2.5 9A14 14 0 0 1 6.8 6.3M11 5.5A14 14 0 0 1 21.5 9" />,
)
