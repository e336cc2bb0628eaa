import { icon } from './icon.tsx'

/** Three joined dots: share. */
export const ShareIcon = icon(
  <>
    <path d="M12 15V4m0 0L8 8m4-4 4 4M6 12v6a2 2 0 0 0 2 2h8a2 2 0 0 0 2-2v-6" />
  </>,
)
