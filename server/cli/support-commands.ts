import { InvalidArgumentError, type Command } from 'commander'
import { supportReferenceText } from '#rules/support-request.ts'
import { inTransaction } from '../platform/transaction.ts'
import { inActOf, lookAtList, withAppOf } from './acting-operator.ts'
import { openOutputFile } from './output-file.ts'
import { listLimit, printList } from './print-list.ts'
import { readTextFile } from './read-input.ts'
import { print } from './with-app.ts'

const support = async () => await import('#server/modules/support/public.ts')

const states = ['open', 'answered', 'closed'] as const
const readState = (text: string) => {
  const state = states.find((one) => one === text)
  if (!state) throw new InvalidArgumentError(`--state is one of ${states.join(', ')}`)
  return state
}

/** `crels support list|show|answer|write|close` */
export function supportCommands(program: Command): void {
  const commands = program
    .command('support')
    .description('What visitors and members write to you, and you to members.')
  commands
    .command('list')
    .description(
      'List requests that wait for an answer, those that wait longest at the top. The log says that you looked.',
    )
    .option('--state <state>', 'open, answered or closed', 'open')
    .option('--limit <count>', 'how many at most', '100')
    .option('--after <requestId>', 'go on after this one')
    .action(async (options: { state: string; limit: string; after?: string }, command: Command) => {
      const { queuedRequests } = await support()
      const query = { state: readState(options.state), limit: listLimit(options.limit), after: options.after }
      const { rows, total } = await lookAtList(
        command,
        'support',
        async (tx) => await queuedRequests(tx, query),
      )
      const lines = rows.map((row) =>
        [
          supportReferenceText(row.reference),
          row.topic,
          row.waitingSince ? `waits since ${row.waitingSince.toISOString().slice(0, 16)}` : row.state,
          row.asker,
          `${row.messages} ${row.messages === 1 ? 'message' : 'messages'}`,
          row.beginning,
        ].join('  '),
      )
      printList(command, rows, lines, { total, after: rows.at(-1)?.id })
    })
  commands
    .command('show <request>')
    .description(
      'Show a request with every message, by its reference or id. The log says that you did, of a member’s.',
    )
    .option('--pictures <folder>', 'write its pictures there, as WebP')
    .action(async (name: string, { pictures }: { pictures?: string }, command: Command) => {
      const { lookAtRequest } = await support()
      const { row, files } = await withAppOf(command, async (app, actor) => {
        const found = await inTransaction(app.db, async (tx) => await lookAtRequest(tx, actor, name))
        return {
          row: found,
          files: pictures === undefined ? [] : await writePictures(found, pictures, app.files),
        }
      })
      print(command, { ...row, files }, [
        `${supportReferenceText(row.reference)}  ${row.topic}  ${row.state}  ${row.uid ?? `${row.email} (visitor)`}`,
        ...(row.subject === null ? [] : [`written to them: ${row.subject}`]),
        ...row.about.map(({ kind, id }) =>
          kind === 'text' ? `names, not checked: ${id}` : `about ${kind} ${id}`,
        ),
        ...row.messages.flatMap((message) => [
          '',
          `${message.createdAt}  ${message.operator ?? 'asker'}${message.pictures.length > 0 ? `, pictures: ${message.pictures.length}` : ''}`,
          ...message.text.split('\n'),
        ]),
        ...(files.length > 0 ? ['', ...files] : []),
      ])
    })
  commands
    .command('answer <request>')
    .description('Answer a request: the asker is mailed, a member notified too.')
    .option('--text <text>', 'the answer')
    .option('--file <file>', 'the answer from a file; - is standard input')
    .option('--close', 'close the request with it')
    .action(
      async (
        request: string,
        { text, file, close = false }: { text?: string; file?: string; close?: boolean },
        command: Command,
      ) => {
        const answer = await typedOrRead({ text, file })
        const { answerRequest } = await support()
        const row = await withAppOf(command, async ({ db, supportDeps }, actor) =>
          inTransaction(
            db,
            async (tx) => await answerRequest(tx, actor, { request, text: answer, close }, supportDeps),
          ),
        )
        print(command, row, `${supportReferenceText(row.reference)} is ${row.state}`)
      },
    )
  commands
    .command('write <uid>')
    .description('Write to a member who asked nothing: they are notified and mailed, and can reply.')
    .requiredOption('--subject <subject>', 'what it is about, for the member')
    .option('--text <text>', 'the message')
    .option('--file <file>', 'the message from a file; - is standard input')
    .option('--about <id...>', 'an order, a redemption, a link or a request of theirs, or a campaign', [])
    .action(
      async (
        uid: string,
        {
          subject,
          about: references,
          ...message
        }: { subject: string; text?: string; file?: string; about: string[] },
        command: Command,
      ) => {
        const text = await typedOrRead(message)
        const { writeToMember } = await support()
        const row = await withAppOf(command, async ({ db, supportDeps }, actor) =>
          inTransaction(
            db,
            async (tx) => await writeToMember(tx, actor, { uid, subject, text, references }, supportDeps),
          ),
        )
        print(command, row, `${supportReferenceText(row.reference)} is sent to ${uid}`)
      },
    )
  commands
    .command('close <request>')
    .description('Close a request without an answer from here.')
    .action(async (request: string, _: object, command: Command) => {
      const { closeRequest } = await support()
      const row = await inActOf(command, async (tx, actor) => await closeRequest(tx, actor, { request }))
      print(command, row, `${supportReferenceText(row.reference)} is ${row.state}`)
    })
}

/** A text of the command line, or of a file. */
async function typedOrRead({
  text,
  file,
}: {
  text?: string | undefined
  file?: string | undefined
}): Promise<string> {
  if ((text === undefined) === (file === undefined)) throw new InvalidArgumentError('Say --text or --file')
  return text ?? (await readTextFile(file!))
}

/** Writes every picture of a request into a folder; answers their paths. */
async function writePictures(
  { reference, messages }: { reference: string; messages: { pictures: string[] }[] },
  folder: string,
  files: { read(key: string): Promise<Uint8Array> },
): Promise<string[]> {
  const written: string[] = []
  for (const [at, { pictures }] of messages.entries())
    for (const [place, key] of pictures.entries()) {
      const bytes = await files.read(key)
      const file = await openOutputFile(`support-${reference}-${at + 1}-${place + 1}.webp`, folder)
      await file.write(bytes)
      written.push(file.path)
    }
  return written
}
