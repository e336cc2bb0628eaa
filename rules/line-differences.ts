/** A line of two texts that are compared: in both, or in one of them. */
export type LineDifference = { change: 'same' | 'removed' | 'added'; line: string }

/** Texts of more lines than this are compared as a whole: the table of lines would be of their product. */
export const COMPARED_LINES_MAX = 1_000

/**
 * What became of one text in another, line by line: the longest row of lines that both have stays. The lines that are not
 * added are the first text, those that are not removed the second.
 */
export function lineDifferences(before: string, after: string): LineDifference[] {
  const from = before.split('\n')
  const to = after.split('\n')
  if (from.length > COMPARED_LINES_MAX || to.length > COMPARED_LINES_MAX)
    return [...from.map(removed), ...to.map(added)]
  const common = commonLines(from, to)
  const differences: LineDifference[] = []
  let at = 0
  let other = 0
  while (at < from.length && other < to.length) {
    if (from[at] === to[other]) {
      differences.push({ change: 'same', line: from[at]! })
      at += 1
      other += 1
    } else if (common[at + 1]![other]! >= common[at]![other + 1]!) differences.push(removed(from[at++]!))
    else differences.push(added(to[other++]!))
  }
  return [...differences, ...from.slice(at).map(removed), ...to.slice(other).map(added)]
}

const removed = (line: string): LineDifference => ({ change: 'removed', line })
const added = (line: string): LineDifference => ({ change: 'added', line })

/** How many lines two texts have in common at most, from each pair of places on. */
function commonLines(from: readonly string[], to: readonly string[]): Uint16Array[] {
  const common = Array.from({ length: from.length + 1 }, () => new Uint16Array(to.length + 1))
  for (let at = from.length - 1; at >= 0; at -= 1)
    for (let other = to.length - 1; other >= 0; other -= 1)
      common[at]![other] =
        from[at] === to[other]
          ? common[at + 1]![other + 1]! + 1
          : Math.max(common[at + 1]![other]!, common[at]![other + 1]!)
  return common
}
