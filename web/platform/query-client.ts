import { QueryClient } from '@tanstack/react-query'
import { ApiProblem } from './api-problem.ts'
import { mutationCache } from './topics.ts'

/** Answers of the server, kept in memory only; emptied at sign-out. */
export const queryClient = new QueryClient({
  mutationCache,
  defaultOptions: {
    queries: {
      // Asked without a connection too: paused calls would wait silently, where a screen has to say what is wrong.
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 30_000,
      gcTime: 10 * 60_000,
      // A refusal stays one; a network that failed, or a server that was busy, may answer a moment later.
      retry: (failures, error) => failures < 2 && !(error instanceof ApiProblem && error.status < 500),
      retryDelay: (failures) => 500 * 2 ** failures,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})
