import { describe, expect, it } from 'vitest'
import { confirmOutcome } from './edit-outcome.ts'

describe('edit overlay', () => {
  it('closing with an empty selection restores the selection from the URL', () => {
    expect(confirmOutcome([], ['Ada'])).toBe('restore')
  })

  it('confirming an unchanged set does nothing', () => {
    expect(confirmOutcome(['Bo', 'Ada'], ['Ada', 'Bo'])).toBe('nothing')
  })

  it('otherwise replaces the URL query', () => {
    expect(confirmOutcome(['Ada', 'Bo'], ['Ada'])).toBe('replace')
  })
})
