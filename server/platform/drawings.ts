import { spawn } from 'node:child_process'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { problem } from './http/problems.ts'

/** An SVG drawing, and the box in pixels that it is drawn to fit into. */
export interface Drawing {
  svg: Uint8Array
  width: number
  height: number
}

/** Larger ones are photos inside a drawing, or made to be slow. */
const bytesMax = 1024 * 1024
/** For the process to start, and for each drawing. */
const startMs = 10_000
const drawingMs = 5_000

/** Whether a file is an SVG drawing: text whose first element is `svg`. */
export function isDrawing(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 4_096)).toString('utf8')
  // Each comment ends at its first end: else many of them could be read in ever more ways.
  return /^\uFEFF?\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--(?:(?!-->)[\s\S])*-->\s*|<!DOCTYPE[^>[]*>\s*)*<svg[\s>]/i.test(
    head,
  )
}

/**
 * SVG drawings as PNG images. A drawing is a program for the library that draws it, so it runs in a process of its own,
 * which knows nothing of ours, may read nothing but SVG from memory, and is killed when it takes long. Throws
 * `image_too_large` and `image_unreadable`, also for a drawing with entities, which can grow without end.
 */
export async function drawnImages(
  drawings: Drawing[],
  timeoutMs = startMs + drawingMs * drawings.length,
): Promise<Uint8Array[]> {
  for (const { svg } of drawings) {
    if (svg.length > bytesMax) throw problem('image_too_large')
    if (!isDrawing(svg) || Buffer.from(svg).includes('<!ENTITY')) throw problem('image_unreadable')
  }
  const script = fileURLToPath(new URL('draw-process.ts', import.meta.url))
  const child = spawn(process.execPath, [script, String(timeoutMs)], {
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  })
  // A process that could not start has no answer either.
  child.on('error', () => {})
  // One that was killed closes its input before all was written: what it answered says so.
  child.stdin.on('error', () => {})
  child.stdin.end(
    JSON.stringify(drawings.map(({ svg, ...box }) => ({ ...box, svg: Buffer.from(svg).toString('base64') }))),
  )
  const answer = await buffer(child.stdout).catch(() => Buffer.alloc(0))
  return imagesIn(answer.toString('latin1'), drawings.length)
}

function imagesIn(answer: string, count: number): Uint8Array[] {
  let images: unknown
  try {
    images = JSON.parse(answer)
  } catch (cause) {
    throw problem('image_unreadable', { cause, internal: 'The drawing process ended without an answer' })
  }
  if (!Array.isArray(images) || images.length !== count || !images.every((one) => typeof one === 'string'))
    throw problem('image_unreadable', { internal: 'The drawing process refused a drawing' })
  return images.map((one: string) => Buffer.from(one, 'base64'))
}
