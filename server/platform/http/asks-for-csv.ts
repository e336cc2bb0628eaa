/** Whether a caller would rather have a file than JSON: its `Accept` names the type. */
export function asksForCsv(accept = ''): boolean {
  return accept.split(',').some((range) => /^\s*text\/csv\s*(;(?!\s*q=0(\.0*)?\s*$)|$)/i.test(range))
}
