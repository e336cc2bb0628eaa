import { paths } from './paths.ts'

/** The history of points with one kind of entry alone. Apart from `paths`, which every first load carries. */
export function pointsOf(kind: string): string {
  return `${paths.points}?kind=${encodeURIComponent(kind)}`
}
