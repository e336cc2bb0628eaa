import type { Client } from './client.ts'

/** Sessions that were opened are open, those that were ended are not; a line for each that is otherwise. */
export async function wrongSessions(client: Client): Promise<string[]> {
  const wrong: string[] = []
  for (const [cookie, isOpen] of client.load.journal.sessions) {
    const question = { method: 'POST' as const, path: '/identity/refresh', body: {}, headers: { cookie } }
    const { heard } = await client.insist(question)
    if ((heard.status === 200) !== isOpen) wrong.push(`A session is ${isOpen ? 'lost' : 'open again'}`)
  }
  return wrong
}
