let known: Promise<ReadonlySet<string>> | undefined

/**
 * Whether a password is among the 49,000 that leaked most often (the list of `@zxcvbn-ts/language-common`), in capital
 * letters or small, or is one character all along. Nothing leaves this process. The list takes 5 MB and 0.1 s, once, at
 * the first password that is chosen.
 */
export async function isBreached(password: string): Promise<boolean> {
  known ??= loadPasswords()
  const plain = password.toLowerCase()
  return new Set(plain).size === 1 || (await known).has(plain)
}

async function loadPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}
