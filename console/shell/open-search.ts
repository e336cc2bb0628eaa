const opener = new EventTarget()

/** Opens the search, as ⌘K does. */
export function openSearch(): void {
  opener.dispatchEvent(new Event('open'))
}

/** Hears when the search is to open, until it is told to stop. */
export function onOpenSearch(open: () => void): () => void {
  opener.addEventListener('open', open)
  return () => opener.removeEventListener('open', open)
}
