// A worker thread of Node 20 does not take '--import tsx' from its options: the loader is registered
// here, before the TypeScript file of the thread.
import { workerData } from 'node:worker_threads'
import { register } from 'tsx/esm/api'

register()
await import(workerData.file)
