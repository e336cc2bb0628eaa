/// <reference lib="webworker" />
export {}
declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] }
void self.__WB_MANIFEST
