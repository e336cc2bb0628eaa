import { QueryClient } from '@tanstack/react-query'
import { ApiProblem } from './api-problem.ts'

/** Answers of the server, kept in memory only; emptied at sign-out. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 10 * 60_000,
      // A refusal stays one; a network that failed, or a server that was busy, may answer a moment later.
      retry: (failures, error) => failures < 2 && !(error instanceof ApiProblem && error.status < 500),
      retryDelay: (failures) => 500 * 2 ** failures,
    },
    mutations: { retry: false },
  },
})
