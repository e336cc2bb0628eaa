/** Has a method do something else before what it does. */
export function callFirst<T extends object>(first: () => void, object: T, name: keyof T & string): void {
  const method = object[name] as (...given: unknown[]) => unknown
  Object.assign(object, {
    [name]: (...given: unknown[]) => {
      first()
      return method.apply(object, given)
    },
  })
}
