import { useEffect, type RefObject } from 'react'

/** Puts the focus on the first field of a form that has an error, each time `refusal` is another one. */
export function useFocusWrong(form: RefObject<HTMLElement | null>, refusal: unknown): void {
  useEffect(() => {
    if (!refusal) return
    // What the refusal opens is drawn by then.
    const frame = requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
    )
    return () => cancelAnimationFrame(frame)
  }, [form, refusal])
}
