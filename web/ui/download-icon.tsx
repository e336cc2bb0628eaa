import { icon } from './icon.tsx'

/** An arrow into a tray: a file to keep. */
export const DownloadIcon = icon(<path d="M12 4v11m0 0-4-4m4 4 4-4M5 19h14" />)
