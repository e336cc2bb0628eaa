/** What ⌘K is called on this machine. */
export const commandK = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K'
