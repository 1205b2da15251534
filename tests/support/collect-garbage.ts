import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** What only weak references hold is gone afterwards. */
export const collectGarbage = () => {
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
}
