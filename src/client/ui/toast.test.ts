import { expect, test } from 'vitest'
import { toast, useToasts } from './toast.tsx'

test('a note replaces the one about the same, so that two never contradict each other', () => {
  toast.success('Saved to a board.')
  toast.success('Withdrawn.', 'draft-1')
  toast.success('Published.', 'draft-2')
  toast.success('Published.', 'draft-1')
  const notes = useToasts.getState().toasts.map(({ message, subject }) => [message, subject])
  expect(notes).toEqual([
    ['Saved to a board.', undefined],
    ['Published.', 'draft-2'],
    ['Published.', 'draft-1'],
  ])
})
