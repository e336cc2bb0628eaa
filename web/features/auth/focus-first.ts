/** Puts the focus on the first field, in the order of `names`, that has an error. */
export function focusFirst<Name extends string>(
  form: { getInputNode: (name: Name) => HTMLElement | null },
  names: readonly Name[],
  errors: Partial<Record<string, unknown>>,
): void {
  const first = names.find((name) => errors[name])
  if (first) form.getInputNode(first)?.focus()
}
