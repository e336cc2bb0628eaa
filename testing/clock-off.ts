/** A module that has a process of its own live so many days off, for `--import`. */
export function clockOff(days: number): string {
  const text = `const Right = Date, off = ${days * 86_400_000}
    globalThis.Date = class extends Right {
      constructor(...given) { given.length ? super(...given) : super(Right.now() + off) }
      static now() { return Right.now() + off }
    }`
  return `data:text/javascript,${encodeURIComponent(text)}`
}
