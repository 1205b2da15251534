import { createStore } from 'zustand/vanilla'
import { EMPTY, type FinderAction, finderReducer } from './finder-state.ts'

export const createFinderStore = () => {
  const store = createStore(() => EMPTY)
  return {
    ...store,
    dispatch: (action: FinderAction) =>
      store.setState(finderReducer(store.getState(), action), true),
    detection: (id: string) => store.getState().detections.find((one) => one.id === id),
  }
}
export type FinderStore = ReturnType<typeof createFinderStore>
