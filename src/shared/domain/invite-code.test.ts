import { describe, expect, test } from 'vitest'
import { INVITE } from '#shared/account-constants.ts'
import {
  backspaceInviteCode,
  createInviteBoxes,
  findInviteCodeProblem,
  normalizeInviteCode,
  spreadInviteCode,
} from './invite-code.ts'

const boxesOf = (text: string) => Array.from(text, (character) => character.replace('_', ''))

test('a 30-symbol alphabet without look-alikes', () => {
  expect(new Set(INVITE.codeAlphabet).size).toBe(30)
  expect(INVITE.codeAlphabet).toHaveLength(30)
  expect(INVITE.codeAlphabet).toBe(INVITE.codeAlphabet.toUpperCase())
  expect(INVITE.codeAlphabet).not.toMatch(/[01OILS]/)
})

test('codes are case-insensitive', () => {
  expect(normalizeInviteCode(' ab2c3d\n')).toBe('AB2C3D')
})

describe('several characters spread across the boxes', () => {
  test.each([
    ['one typed', '______', 0, 'a', 'A_____', 1],
    ['a code pasted into the first box', '______', 0, 'ab2c3d', 'AB2C3D', 5],
    ['maximum 6', '______', 0, 'ab2c3d4e5f', 'AB2C3D', 5],
    ['part of a code', '______', 0, 'ab2', 'AB2___', 3],
    ['what stood there is replaced', 'XYZ___', 0, 'ab', 'ABZ___', 2],
    ['from the box it was typed into', 'AB____', 2, 'c3', 'ABC3__', 4],
    ['past the last box', 'AB2C__', 4, 'xyz', 'AB2CXY', 5],
    ['a whole code pasted into a later box', '______', 3, 'ab2c3d', 'AB2C3D', 5],
    ['spaces and dashes of a message', '______', 0, ' ab2-c3d ', 'AB2C3D', 5],
    ['nothing', 'AB____', 2, ' ', 'AB____', 2],
  ])('%s', (_rule, before, index, text, after, focusIndex) => {
    expect(spreadInviteCode(boxesOf(before), index, text)).toEqual({
      boxes: boxesOf(after),
      focusIndex,
    })
  })
})

describe('backspace', () => {
  test.each([
    ['clears a filled box', 'AB____', 1, 'A_____', 1],
    ['on an empty box moves focus back', 'AB____', 2, 'AB____', 1],
    ['on the first box stays', '______', 0, '______', 0],
  ])('%s', (_rule, before, index, after, focusIndex) => {
    expect(backspaceInviteCode(boxesOf(before), index)).toEqual({
      boxes: boxesOf(after),
      focusIndex,
    })
  })
})

describe('an invite code must be 6 characters', () => {
  const message = 'Please enter a complete 6-digit code'
  test.each([
    ['AB2C3D', null],
    ['ab2c3d', null],
    ['AB2C3', message],
    ['AB2C3 ', message],
    ['AB2C3DE', message],
    [createInviteBoxes().join(''), message],
  ])('%j', (code, problem) => {
    expect(findInviteCodeProblem(code)).toBe(problem)
  })

  test('six boxes', () => {
    expect(createInviteBoxes()).toEqual(['', '', '', '', '', ''])
  })
})
