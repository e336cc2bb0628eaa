import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { CommandFailure } from './failure-line.ts'

/** The object in a JSON file (`-` is standard input). Throws one line for people that names the file. */
export async function readJsonFile(file: string): Promise<object> {
  return parseObject(await readTextFile(file), file === '-' ? 'Standard input' : file)
}

/** The text in a file (`-` is standard input). Throws one line for people that names the file. */
export async function readTextFile(file: string): Promise<string> {
  return await (file === '-' ? text(process.stdin) : readFile(file, 'utf8')).catch((cause: Error) => {
    throw new CommandFailure(`${file} cannot be read (${cause.message})`, { cause })
  })
}

/** The bytes of an image or another binary file. Throws one line for people that names the file. */
export async function readBinaryFile(file: string): Promise<Uint8Array> {
  return await readFile(file).catch((cause: Error) => {
    throw new CommandFailure(`${file} cannot be read (${cause.message})`, { cause })
  })
}

/** The object that a text of JSON says; `name` is what the line for people calls the text. */
export function parseObject(content: string, name: string): object {
  let value: unknown
  try {
    value = JSON.parse(content)
  } catch (cause) {
    throw new CommandFailure(`${name} is not JSON (${(cause as Error).message})`, { cause })
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new CommandFailure(`${name} is not a JSON object, in braces`)
  return value
}
