import { useState } from 'react'

/** A list as somebody wants to see it again: its name, and the query of its address. */
export interface SavedView {
  name: string
  query: string
}

/** The views that were saved in this browser for a list. Without a storage there are none. */
export function useSavedViews(table: string) {
  const key = `console-views:${table}`
  const [views, setViews] = useState<readonly SavedView[]>(() => read(key))
  const keep = (next: readonly SavedView[]) => {
    setViews(next)
    try {
      localStorage.setItem(key, JSON.stringify(next))
    } catch {
      // Storage may be refused; then they hold until the page is closed.
    }
  }
  return {
    views,
    save: (view: SavedView) => keep([...views.filter(({ name }) => name !== view.name), view]),
    remove: (name: string) => keep(views.filter((view) => view.name !== name)),
  }
}

function read(key: string): SavedView[] {
  try {
    const views = JSON.parse(localStorage.getItem(key) ?? '[]') as unknown
    return Array.isArray(views) ? (views as SavedView[]) : []
  } catch {
    return []
  }
}
