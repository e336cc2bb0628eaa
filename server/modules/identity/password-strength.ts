/** How hard a password is to guess: 0 (among the first thousand tries) to 4 (beyond ten thousand million). */
type Strength = (password: string, about: string[]) => Promise<number>

let estimate: Strength | undefined

/**
 * Estimates with zxcvbn: leaked and common passwords, names, keyboard walks, dates, and the given facts about the
 * person. Its word lists take 40 MB, so they are loaded at the first call, which only happens where the setting asks.
 */
export async function passwordStrength(password: string, about: string[]): Promise<number> {
  estimate ??= await openEstimate()
  return await estimate(password, about)
}

async function openEstimate(): Promise<Strength> {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ])
  const zxcvbn = new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    // A long password is judged by its beginning: the work grows with the square of the length.
    maxLength: 64,
  })
  return async (password, about) => zxcvbn.check(password, about.flatMap(guessableParts)).score
}

/** What a guesser makes of an address or name: the whole, what stands before the @, and its words. */
export function guessableParts(text: string): string[] {
  return [text, text.split('@')[0]!, ...text.split(/[^\p{L}\p{N}]+/u)].filter(Boolean)
}
