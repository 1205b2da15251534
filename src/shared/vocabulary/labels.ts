import {
  DEPARTMENT_TEXT,
  MATERIAL_TEXT,
  OCCASION_TEXT,
  PATTERN_TEXT,
  TRAIT_TEXT,
} from '#shared/vocabulary-messages.ts'
import { createLabelReader } from './label-reader.ts'

export const getPatternLabel = createLabelReader(PATTERN_TEXT)
export const getMaterialLabel = createLabelReader(MATERIAL_TEXT)
export const getDepartmentLabel = createLabelReader(DEPARTMENT_TEXT)
export const getOccasionLabel = createLabelReader(OCCASION_TEXT)
export const getTraitLabel = createLabelReader(TRAIT_TEXT)
