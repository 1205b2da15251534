// A worker thread of Node 20 ignores '--import tsx' in its options, so the loader is registered here.
import { workerData } from 'node:worker_threads'
import { register } from 'tsx/esm/api'

register()
await import(workerData.file)
