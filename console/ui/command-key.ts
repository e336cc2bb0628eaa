const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** What ⌘K is called on this machine. */
export const commandK = isMac ? '⌘K' : 'Ctrl K'
/** The same of ⌘Z. */
export const commandZ = isMac ? '⌘Z' : 'Ctrl Z'
